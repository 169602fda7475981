// Creates accounts through the API, which is faster than in the browser.
import { until } from './browser.mjs';
import { mailTo } from './stack.mjs';

export const PASSWORD = 'Listening-4-you';

/** Returns the API's answer. An unsuccessful one is an error with its `status`. */
export async function call(stack, method, path, { token, body, status } = {}) {
  const headers = { 'content-type': 'application/json' };
  if (token) headers.authorization = `Bearer ${token}`;
  const ask = () =>
    fetch(`${stack.url}/api${path}`, { method, headers, body: body && JSON.stringify(body) });
  // A server that is too busy answers with 503.
  const response = await until(`${method} ${path}`, ask, ({ status }) => status !== 503);
  const text = await response.text();
  if (status ? response.status !== status : !response.ok) {
    const error = new Error(`${method} ${path}: ${response.status} ${text}`);
    throw Object.assign(error, { status: response.status });
  }
  return text ? JSON.parse(text) : null;
}

/** Registers `email` without verifying the address. */
export function register(stack, email, names = {}) {
  const body = { email, password: PASSWORD, firstName: 'Ada', lastName: 'Reader', ...names };
  return call(stack, 'POST', '/auth/register', { body });
}

/** Returns the secret of the link to `page` in the newest email to `email` that has one. */
export async function secretFor(stack, email, page) {
  const mail = await mailTo(stack, email, '', `/${page}?`);
  const link = new URL(mail.text.match(/https?:\/\/\S+/g).find((url) => url.includes(`/${page}?`)));
  return link.searchParams.get('token');
}

/**
 * Creates a verified account and signs it in: `{ token, refreshToken, user }`. Its first steps are closed, so that
 * screens leave nothing out.
 */
export async function newUser(stack, email, names) {
  const session = await newcomer(stack, email, names);
  const user = await call(stack, 'DELETE', '/users/first-steps', { token: session.token });
  return { ...session, user };
}

/** As `newUser`, with open first steps. */
export async function newcomer(stack, email, names) {
  await register(stack, email, names);
  const secret = await secretFor(stack, email, 'verify-email');
  await call(stack, 'POST', `/auth/verification/${secret}`, { body: { password: PASSWORD } });
  return login(stack, email);
}

export function login(stack, email, password = PASSWORD) {
  return call(stack, 'POST', '/auth/login', { body: { email, password } });
}

/** Returns local storage as the app leaves it after a sign-in, for `browser.newContext`. */
export function storedSession(stack, { token, refreshToken, user }, more = {}) {
  const values = { token, refreshToken, user: JSON.stringify(user), ...more };
  return storage(stack, values);
}

export function storage(stack, values) {
  const localStorage = Object.entries(values).map(([name, value]) => ({ name, value }));
  return { cookies: [], origins: [{ origin: stack.url, localStorage }] };
}

/** Adds a watch with the product's defaults. */
export function addWatch(stack, token, keyword, more = {}) {
  return call(stack, 'POST', '/keywords', {
    token,
    body: { keyword, subreddits: ['all'], ...more },
  });
}
