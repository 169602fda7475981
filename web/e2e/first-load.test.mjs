// The first load of a page: its headers, its theme and its size.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { newUser, storage, storedSession } from './support/accounts.mjs';
import { openContext } from './support/browser.mjs';
import { scriptsOf, sum } from './support/scripts.mjs';
import { browser, stack, startProduct } from './support/product.mjs';
import { addressOf } from './support/own.mjs';

/** The limit for all scripts that a page loads before any interaction, gzipped. */
const SCRIPT_BYTES_MAX = 150 * 1024;
/** The limit for those of the dashboard, which has the whole frame of the app. */
const DASHBOARD_BYTES_MAX = 210 * 1024;

startProduct('plans');

/** Runs before the page's scripts: records when the theme is set, and to which value. */
function noteThemes() {
  window.themes = [];
  const note = () => {
    const { theme } = document.documentElement?.dataset ?? {};
    if (theme && theme !== window.themes.at(-1)?.theme) {
      window.themes.push({ theme, at: performance.now() });
    }
  };
  new MutationObserver(note).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
  });
}

for (const { saved, system, shown } of [
  { saved: 'dark', system: 'light', shown: 'dark' },
  { saved: 'light', system: 'dark', shown: 'light' },
  { saved: null, system: 'dark', shown: 'dark' },
  { saved: null, system: 'light', shown: 'light' },
]) {
  test(`with ${saved ?? 'no'} theme saved on a ${system} system, ${shown} is shown from the first paint`, async () => {
    const context = await openContext(browser, {
      baseURL: stack.url,
      colorScheme: system,
      storageState: storage(stack, saved ? { theme: saved } : {}),
    });
    await context.addInitScript(noteThemes);
    const page = await context.newPage();
    await page.goto('/login');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    const paint = await page.waitForFunction(
      () => performance.getEntriesByName('first-paint')[0]?.startTime,
    );
    const painted = await paint.jsonValue();
    const themes = await page.evaluate(() => window.themes);
    assert.deepEqual(
      themes.map(({ theme }) => theme),
      [shown],
      'the theme changes while the page loads',
    );
    assert.ok(themes[0].at < painted, `set at ${themes[0].at} ms, painted at ${painted} ms`);
    await context.close();
  });
}

for (const path of ['/', '/login']) {
  test(`the first scripts of ${path} are small`, async (t) => {
    const total = sum(await scriptsOf(browser, stack.url, path));
    t.diagnostic(`${path}: ${(total / 1024).toFixed(1)} KiB of JavaScript, gzipped`);
    assert.ok(total <= SCRIPT_BYTES_MAX, `${total} bytes`);
  });
}

test('a route loads its own scripts only when it is opened', async (t) => {
  const session = await newUser(stack, addressOf('ada'));
  const state = storedSession(stack, session);
  const [login, dashboard, notifications] = [
    await scriptsOf(browser, stack.url, '/login'),
    await scriptsOf(browser, stack.url, '/dashboard', state),
    await scriptsOf(browser, stack.url, '/notifications', state),
  ];
  t.diagnostic(`/dashboard: ${(sum(dashboard) / 1024).toFixed(1)} KiB of JavaScript, gzipped`);
  assert.ok(sum(dashboard) <= DASHBOARD_BYTES_MAX, `${sum(dashboard)} bytes`);
  const has = (sizes, name) => [...sizes.keys()].some((url) => url.includes(name));
  assert.ok(has(notifications, 'notifications-page'));
  for (const name of ['notifications-page', 'keywords-page', 'settings-page', 'post-content']) {
    assert.ok(!has(login, name), `/login loads ${name}`);
    assert.ok(!has(dashboard, name), `/dashboard loads ${name}`);
  }
});

test('files are served as compressed by the build, and only when they have changed', async () => {
  const html = await (await fetch(`${stack.url}/login`)).text();
  const [script] = html.match(/\/assets\/first-[\w.-]+\.js/);
  const ask = (path, headers) => fetch(stack.url + path, { headers });
  const codings = ['br', 'gzip', 'identity'];
  const answers = await Promise.all(
    codings.map((coding) => ask(script, { 'accept-encoding': coding })),
  );
  const texts = await Promise.all(answers.map((answer) => answer.text()));
  assert.equal(new Set(texts).size, 1, 'each form holds the same');
  const tags = answers.map(({ headers }) => headers.get('etag'));
  assert.equal(new Set(tags).size, codings.length, 'each form has a tag of its own');
  assert.deepEqual(
    answers.map(({ headers }) => headers.get('content-encoding')),
    ['br', 'gzip', null],
  );
  for (const path of [script, '/sw.js']) {
    const first = await ask(path, { 'accept-encoding': 'br' });
    const again = await ask(path, {
      'accept-encoding': 'br',
      'if-none-match': first.headers.get('etag'),
    });
    assert.deepEqual([first.status, again.status], [200, 304], path);
    assert.equal(again.headers.get('cache-control'), first.headers.get('cache-control'));
  }
  const worker = await ask('/sw.js', {});
  assert.equal(worker.headers.get('cache-control'), 'no-cache');
  assert.match(worker.headers.get('content-type'), /^text\/javascript/);
});

test('pages, files and API answers have the security headers', async () => {
  const page = await fetch(`${stack.url}/login`);
  const html = await page.text();
  const [script] = html.match(/\/assets\/[\w.-]+\.js/);
  const answers = {
    page,
    missing: await fetch(`${stack.url}/no-such-page`),
    script: await fetch(stack.url + script),
    call: await fetch(`${stack.url}/api/health`),
    refusal: await fetch(`${stack.url}/api/users/profile`),
  };
  for (const [what, { headers }] of Object.entries(answers)) {
    assert.equal(headers.get('x-content-type-options'), 'nosniff', what);
    assert.equal(headers.get('referrer-policy'), 'no-referrer', what);
    assert.match(headers.get('content-security-policy'), /frame-ancestors 'none'/, what);
    const policy = headers.get('content-security-policy');
    assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval'|\*/, what);
  }
  assert.equal(answers.call.headers.get('cache-control'), 'no-store');
  assert.equal(answers.refusal.headers.get('cache-control'), 'no-store');
  assert.match(answers.script.headers.get('cache-control'), /immutable/);

  const nonceOf = (response) =>
    response.headers.get('content-security-policy').match(/'nonce-([^']+)'/)[1];
  const nonce = nonceOf(page);
  assert.ok(!html.includes('__CSP_NONCE__'));
  assert.match(html, new RegExp(`<script[^>]*nonce="${nonce.replaceAll('+', '\\+')}"`));
  assert.notEqual(nonceOf(await fetch(`${stack.url}/login`)), nonce, 'each answer has its own');
});
