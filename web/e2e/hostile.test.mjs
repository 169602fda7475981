// Texts that try to run a script, through everything that a stranger or a user may write, into
// every page and mail that shows it: one of each class, or all of them in `just nightly`. The pages
// are opened without their content security policy, so that nothing but the app itself keeps the
// texts from running.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';

import { call, newUser, storedSession } from './support/accounts.mjs';
import { openContext, until } from './support/browser.mjs';
import { byLength } from './support/length.mjs';
import { listenFor, oneOfEach, payloads } from './support/payloads.mjs';
import { browser, stack, startProduct } from './support/product.mjs';
import { advance, mailsTo } from './support/stack.mjs';

const EMAIL = 'ada@example.com';
const NAME_CHARS = 100;
/** So many items are played at a time: the forum's page of them is one mail, which shows them all. */
const PAGE = 10;
/** Every item holds it, so that even a payload that no watch may hold finds its way. */
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
    // Some texts are part of many: none of them is to be folded into a mail at the end of the hour.
    await call(stack, 'PUT', '/users/notifications', { token, body: { burstLimit: 1000 } });
  },
);

after(() => rmSync(folder, { recursive: true }));

function itemOf(text, n) {
  const body = `${text}\n\n${SURE}${n}. ${text}`;
  return { id: `t3_hostile${n}`, kind: 'post', subreddit: text, author: text, title: text, body };
}

/** A page of the signed-in user, without a content security policy. */
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
  test('there are at least 200, and no two alike', () => {
    assert.ok(payloads.length >= 200);
    assert.equal(new Set(payloads).size, payloads.length);
  });

  test('one that ran, asked or stood in the page would be noticed', async () => {
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
    // Messages of matches are shown to whoever asked for them, where no list shows the matches.
    await page.evaluate(() => localStorage.setItem('matchToasts', 'on'));
    await page.reload();
    const dashboard = await page.context().newPage();
    await dashboard.goto('/dashboard');
    const refused = await addWatches();
    t.diagnostic(`${texts.length} texts; ${refused} may not be keywords`);
    const announced = page.getByText(/new match/i).first();
    for (let played = 0; played < texts.length; played += PAGE) {
      await advance(stack, PAGE);
      // It stays for some seconds after the last match.
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
      // It says so from the click on, and is busy until the page is there.
      await page.getByText(new RegExp(`^Page ${number} of `)).waitFor();
      await groups.and(page.locator('[aria-busy=false]')).waitFor();
      await groups.evaluate(pressAll, '[aria-expanded=false]');
      const shut = groups.locator(':scope > li').filter({ hasNot: page.locator('article') });
      await until('every group is open', () => shut.allTextContents(), isEmpty);
      await groups.evaluate(pressAll, 'article [aria-expanded=false]');
      // The button below moves until all is there, and a click could miss it.
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
    const more = page.getByRole('button', { name: 'Show more' });
    const watches = page.getByRole('list', { name: 'Keyword watches' }).locator('> li');
    await watches.first().waitFor();
    while (await more.isVisible()) {
      const shown = await watches.count();
      await more.click();
      await watches.nth(shown).waitFor();
    }
    assert.ok((await watches.count()) >= texts.length);
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
      // Names hold no control characters.
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

  test('in the mails', async () => {
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

/** In the page: opens what the buttons of a list unfold, and waits until that is drawn. */
async function pressAll(list, selector) {
  for (const button of list.querySelectorAll(selector)) button.click();
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
}

/** In the page: what happens when another tab stores a session. Answers once that is shown. */
async function signInElsewhere(user) {
  localStorage.setItem('user', JSON.stringify(user));
  dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}
