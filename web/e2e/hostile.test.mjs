// Texts that try to run a script, in everything that a stranger or a user may write and on every
// page and in every email that shows it: one of each class, or all of them in `just nightly`. The
// pages are opened without their content security policy, so that only the app itself keeps the
// texts from running.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';

import { call, newUser, storedSession } from './support/accounts.mjs';
import { isLive, openContext, until } from './support/browser.mjs';
import { byLength } from './support/length.mjs';
import { listenFor, oneOfEach, payloads } from './support/payloads.mjs';
import { browser, stack, startProduct } from './support/product.mjs';
import { advance, mailsTo } from './support/stack.mjs';

const EMAIL = 'ada@example.com';
const NAME_CHARS = 100;
/** The number of items played at a time: a page of the forum, and one email. */
const PAGE = 10;
/** A word in every item, for payloads that cannot be keywords themselves. */
const SURE = 'quarry';

let session;
const texts = byLength(oneOfEach, payloads);
const folder = mkdtempSync(join(tmpdir(), 'harken-hostile-'));
const replay = join(folder, 'items.ndjson');
writeFileSync(replay, texts.map((text, n) => JSON.stringify(itemOf(text, n))).join('\n'));

startProduct(
  {
    env: {
      HARKEN_SERVER__PLANS: 'off',
      HARKEN_LIMITS__KEYWORD_CHANGES_PER_MINUTE: '10000',
      HARKEN_LIMITS__CALLS_PER_MINUTE: '100000',
    },
    forumArgs: ['--replay', replay, '--backfill', '0'],
  },
  async () => {
    session = await newUser(stack, EMAIL);
    const { token } = session;
    // Some texts are part of many others. No match may wait for the digest at the end of the hour.
    await call(stack, 'PUT', '/users/notifications', { token, body: { burstLimit: 1000 } });
  },
);

after(() => rmSync(folder, { recursive: true }));

function itemOf(text, n) {
  const body = `${text}\n\n${SURE}${n}. ${text}`;
  return { id: `t3_hostile${n}`, kind: 'post', subreddit: text, author: text, title: text, body };
}

/** Opens a page of the signed-in user, without a content security policy. */
async function open(path) {
  const context = await openContext(browser, {
    baseURL: stack.url,
    bypassCSP: true,
    storageState: storedSession(stack, session),
  });
  const found = await listenFor(context, stack.url);
  const page = await context.newPage();
  await page.goto(path);
  await page.locator('h1').first().waitFor();
  return { page, found, close: () => context.close() };
}

async function addWatches() {
  const { token } = session;
  let refused = 0;
  for (const [n, text] of texts.entries()) {
    const add = (keyword) => call(stack, 'POST', '/keywords', { token, body: { keyword } });
    await add(text).catch(() => {
      refused += 1;
      return add(`${SURE}${n}.`);
    });
  }
  return refused;
}

describe('no hostile text runs', () => {
  test('there are at least 200 different texts', () => {
    assert.ok(payloads.length >= 200);
    assert.equal(new Set(payloads).size, payloads.length);
  });

  test('a text that runs, sends a request or adds an unsafe element is noticed', async () => {
    const { page, found, close } = await open('/settings');
    const plant = (html) =>
      page.evaluate((html) => document.body.insertAdjacentHTML('beforeend', html), html);
    for (const [html, notice] of [
      ['<img src=x onerror=canary(1)>', 'payload 1 ran'],
      ['<p><a href="javascript:canary(2)">x</a></p>', 'an unsafe element'],
      ['<img src="https://canary.example/3/">', 'a request to https://canary.example/3/'],
      ['<iframe srcdoc="x"></iframe>', 'an unsafe element'],
    ]) {
      await plant(html);
      await until(
        `${html} is noticed`,
        () => found,
        () => found.some((what) => what.startsWith(notice)),
      );
      found.length = 0;
    }
    await close();
  });

  test('while matches arrive', async (t) => {
    const { page, found, close } = await open('/settings');
    // Toasts for matches are opt-in, and appear on pages that do not list the matches.
    await page.evaluate(() => localStorage.setItem('matchToasts', 'on'));
    await page.reload();
    const dashboard = await page.context().newPage();
    await dashboard.goto('/dashboard');
    // What arrives before is listed without a mark.
    for (const tab of [page, dashboard]) await isLive(tab);
    const refused = await addWatches();
    t.diagnostic(`${texts.length} texts; ${refused} may not be keywords`);
    const announced = page.getByText(/new match/i).first();
    for (let played = 0; played < texts.length; played += PAGE) {
      await advance(stack, PAGE);
      // The toast stays for some seconds after the last match.
      await announced.waitFor();
      await dashboard.getByText('New', { exact: true }).first().waitFor();
      await mailsTo(stack, EMAIL, 2 + played / PAGE);
    }
    const { token } = session;
    await until(
      'every watch has its match',
      async () => {
        const path = '/notifications/grouped?page=1&limit=20&status=unread';
        return (await call(stack, 'GET', path, { token })).pagination.total;
      },
      (pages) => pages >= Math.ceil(texts.length / 20),
    );
    assert.deepEqual(found, []);
    await close();
  });

  test('in the notifications, opened and shown in full', async () => {
    const { page, found, close } = await open('/notifications');
    const next = page.getByRole('button', { name: 'Next' });
    let shown = 0;
    for (let number = 1; ; number++) {
      const groups = page.getByRole('list', { name: 'Notifications by keyword' });
      // The label changes with the click; the list is busy until the page is loaded.
      await page.getByText(new RegExp(`^Page ${number} of `)).waitFor();
      await groups.and(page.locator('[aria-busy=false]')).waitFor();
      await groups.evaluate(pressAll, '[aria-expanded=false]');
      const shut = groups.locator(':scope > li').filter({ hasNot: page.locator('article') });
      await until('every group is open', () => shut.allTextContents(), isEmpty);
      await groups.evaluate(pressAll, 'article [aria-expanded=false]');
      // The button below moves until everything is loaded, and a click could miss it.
      const loading = page.getByRole('status', { name: /^Loading/ });
      await until('what unfolds is there', () => loading.allTextContents(), isEmpty);
      shown += await groups.locator('article').count();
      if (await next.isDisabled()) break;
      await next.click();
    }
    assert.ok(shown >= texts.length, `only ${shown} are shown`);
    assert.deepEqual(found, []);
    await close();
  });

  test('in the list of keywords and in the preview', async () => {
    const { page, found, close } = await open('/keywords');
    const list = page.getByRole('list', { name: 'Keyword watches' });
    await list.waitFor();
    // The page adds keywords and renders rows where it is scrolled to.
    const chunks = list.locator('[data-chunk]');
    const more = page.getByText('Show more', { exact: true });
    for (let at = 0; at < (await chunks.count()); at++) {
      await chunks.nth(at).scrollIntoViewIfNeeded();
      await chunks.nth(at).locator('[aria-expanded]').first().waitFor();
      await chunks.nth(at).evaluate(pressAll, 'h2 [aria-expanded=false]');
      await until(
        'further keywords are loaded',
        async () => [await chunks.count(), await more.count()],
        ([there, further]) => there > at + 1 || further === 0,
      );
    }
    assert.ok((await list.locator('h2 [aria-expanded=true]').count()) >= texts.length);
    await page.getByRole('button', { name: 'Add Keyword' }).first().click();
    await page.getByPlaceholder('Enter keyword to watch').fill(SURE);
    await page.locator('mark').first().waitFor();
    assert.deepEqual(found, []);
    await close();
  });

  test("in the user's own names", async () => {
    const { page, found, close } = await open('/settings');
    const { token } = session;
    for (const text of texts) {
      // Names cannot contain control characters.
      const name = text
        .replaceAll(/\p{Cc}/gu, ' ')
        .trim()
        .slice(0, NAME_CHARS);
      const body = { firstName: name, lastName: name };
      const { user } = await call(stack, 'PUT', '/users/profile', { token, body });
      await page.evaluate(signInElsewhere, user);
    }
    const { user } = await call(stack, 'GET', '/users/profile', { token });
    await page.getByText(`${user.firstName} ${user.lastName}`).first().waitFor();
    assert.deepEqual(found, []);
    await close();
  });

  test('in the emails', async () => {
    let mails;
    await until(
      'every match is in a mail',
      async () => {
        mails = await mailsTo(stack, EMAIL, 1);
        return new Set(mails.flatMap(({ html }) => html.match(/hostile\d+/g) ?? [])).size;
      },
      (shown) => shown === texts.length,
    );
    const context = await openContext(browser);
    const found = await listenFor(context, 'https://mail.example');
    const page = await context.newPage();
    for (const { id, html, to, headers } of mails) {
      assert.deepEqual(to, [EMAIL]);
      for (const name of ['bcc', 'cc', 'x-injected']) assert.equal(headers[name], undefined);
      assert.equal(headers.subject.length, 1);
      await page.route(`https://mail.example/${id}`, (route) =>
        route.fulfill({ body: html, contentType: 'text/html; charset=utf-8' }),
      );
      await page.goto(`https://mail.example/${id}`);
    }
    assert.deepEqual(found, []);
    await context.close();
  });
});

const isEmpty = (list) => list.length === 0;

/** In the page: presses the buttons in a list that match `selector`, and waits for the paint. */
async function pressAll(list, selector) {
  for (const button of list.querySelectorAll(selector)) button.click();
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
}

/** In the page: simulates a sign-in in another tab, and waits until it is shown. */
async function signInElsewhere(user) {
  localStorage.setItem('user', JSON.stringify(user));
  dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}
