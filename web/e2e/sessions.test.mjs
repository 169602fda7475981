// Sessions: several tabs, password resets, deleted accounts, and the limit on attempts.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { call, login, newUser, PASSWORD, secretFor, storedSession } from './support/accounts.mjs';
import { openContext, until } from './support/browser.mjs';
import { signIn } from './support/forms.mjs';
import { browser, stack, startProduct } from './support/product.mjs';

const NEW_PASSWORD = 'Listening-4-longer';

let people = 0;

startProduct({});

/** Creates a user and a browser profile with their session, overwritten by `changes`. */
async function signedIn(changes = {}) {
  const email = `ada${people++}@example.com`;
  const session = await newUser(stack, email);
  const storageState = storedSession(stack, { ...session, ...changes });
  const context = await openContext(browser, { baseURL: stack.url, storageState });
  return { context, email, session };
}

async function tab(context, path) {
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

const dashboard = (page) => page.getByRole('heading', { name: /Welcome back/ });
const landing = (page) => page.getByRole('link', { name: 'Get Started' }).first();

test('two tabs with an expired token refresh it once', async () => {
  const { context } = await signedIn({ token: 'expired' });
  let refreshes = 0;
  // The first refresh is answered only when the other tab waits for its lock.
  await context.route('**/api/auth/refresh', async (route) => {
    refreshes += 1;
    if (refreshes === 1) {
      // The other tab may not be at this origin yet, where they share their locks.
      const asked = route.request().frame();
      await until('the other tab waits', () =>
        asked.evaluate(async () => (await navigator.locks.query()).pending.length > 0),
      );
    }
    await route.continue();
  });
  const tabs = await Promise.all([tab(context, '/dashboard'), tab(context, '/dashboard')]);
  await Promise.all(tabs.map((page) => dashboard(page).waitFor()));
  assert.equal(refreshes, 1);
  const tokens = await Promise.all(tabs.map((page) => page.evaluate(() => localStorage.token)));
  assert.notEqual(tokens[0], 'expired');
  assert.equal(tokens[0], tokens[1]);
  await context.close();
});

test('a session that has ended leads to the login page', async () => {
  const { context, session } = await signedIn();
  await call(stack, 'POST', '/auth/logout', { body: { refreshToken: session.refreshToken } });
  const storageState = storedSession(stack, { ...session, token: 'expired' });
  const ended = await openContext(browser, { baseURL: stack.url, storageState });
  const page = await tab(ended, '/keywords');
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  assert.equal(new URL(page.url()).pathname, '/login');
  assert.equal(await page.evaluate(() => localStorage.token), undefined);
  await Promise.all([context.close(), ended.close()]);
});

test('signing out in one tab signs the others out', async () => {
  const { context, session } = await signedIn();
  const [one, other] = [await tab(context, '/dashboard'), await tab(context, '/keywords')];
  await dashboard(one).waitFor();
  await other.getByRole('heading', { name: 'Keyword Watches' }).waitFor();
  // The server is notified, and the tabs do not wait for its answer.
  const told = one.waitForResponse('**/api/auth/logout');
  await one.getByRole('button', { name: 'Sign out' }).first().click();
  await Promise.all([told, landing(one).waitFor(), landing(other).waitFor()]);
  const { refreshToken } = session;
  await call(stack, 'POST', '/auth/refresh', { body: { refreshToken }, status: 401 });
  await context.close();
});

test('a link in an email resets a forgotten password and ends old sessions', async () => {
  const { context, email, session } = await signedIn();
  const old = await tab(context, '/dashboard');
  await dashboard(old).waitFor();

  const fresh = await openContext(browser, { baseURL: stack.url });
  const page = await tab(fresh, '/login');
  await page.getByRole('link', { name: 'Reset Password' }).click();
  // The login page, which is shown until the next has loaded, has an email field, too.
  const send = page.getByRole('button', { name: 'Send reset link' });
  await send.waitFor();
  await page.getByLabel('Email').fill(email);
  await send.click();
  await page.getByRole('heading', { name: 'Check your inbox' }).waitFor();
  const secret = await secretFor(stack, email, 'reset-password');
  await page.goto(`/reset-password?token=${secret}`);
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Confirm password', { exact: true }).fill(NEW_PASSWORD);
  await page
    .getByRole('button', { name: /password/i })
    .last()
    .press('Enter');
  await page.getByRole('link', { name: 'Go to Login' }).click();
  await signIn(page, email);
  await page.getByText('Wrong email or password.').waitFor();
  await signIn(page, email, NEW_PASSWORD);
  await dashboard(page).waitFor();

  const { refreshToken } = session;
  await call(stack, 'POST', '/auth/refresh', { body: { refreshToken }, status: 401 });
  await old.reload();
  await old.getByRole('button', { name: 'Sign in' }).waitFor();
  await Promise.all([context.close(), fresh.close()]);
});

test('deleting an account signs out every tab', async () => {
  const { context, email } = await signedIn();
  const [page, other] = [await tab(context, '/settings'), await tab(context, '/dashboard')];
  await dashboard(other).waitFor();
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByLabel('Your password', { exact: true }).fill('not it');
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await dialog.getByText('This is not your current password').waitFor();
  await dialog.getByLabel('Your password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await Promise.all([landing(page).waitFor(), landing(other).waitFor()]);
  await assert.rejects(login(stack, email), { status: 401 });
  await context.close();
});

test('after too many attempts, the page shows the time that is left', async () => {
  const email = 'nobody@example.com';
  // Attempts are counted per quarter of an hour; the next one must not begin during the test.
  const secondsLeft = () => 900 - ((Date.now() / 1000) % 900);
  await until('the quarter of an hour lasts', () => secondsLeft() > 50);
  // Not the text of the error: an id in it may contain the number.
  const attempt = () => login(stack, email, 'Not-the-1st').catch(({ status }) => status);
  for (let answer; answer !== 429;) answer = await attempt();
  const context = await openContext(browser, { baseURL: stack.url });
  const page = await tab(context, '/login');
  await signIn(page, email);
  await page.getByText('Too Many Login Attempts').waitFor();
  const text = await page.getByText(/You can try again in \d+ seconds/).textContent();
  const isLess = (first) =>
    document.body.textContent.match(/You can try again in (\d+) seconds/)?.[1] < first;
  await page.waitForFunction(isLess, Number(text.match(/\d+/)[0]));
  await context.close();
});
