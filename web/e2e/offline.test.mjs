// Without a network: every screen opens, shows what was loaded before and how old it is, and what
// is archived, read and muted is sent once there is a network again.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { call } from './support/accounts.mjs';
import { isLive, until } from './support/browser.mjs';
import { openReader, postMatch } from './support/reader.mjs';
import { stack, startProduct } from './support/product.mjs';
import { forgive } from './support/visit.mjs';
import { KEYWORD, NAME } from './support/own.mjs';

startProduct('everything');

/** A view of the inbox that is saved. */
const VIEW = { name: 'Late shift', filters: { status: 'unread' }, view: 'oldest', density: 'rows' };
const VIEW_PATH = '/notifications?view=oldest&density=rows';

/** The screens that are loaded before, each with a text and a part of the key of an answer. */
const loaded = [
  ['/dashboard', 'Recent Notifications', '"recent"'],
  ['/notifications', NAME, '"page"'],
  ['/notifications?view=timeline', `One ${NAME}`, '"timeline"'],
  [VIEW_PATH, `One ${NAME}`, '"oldest"'],
  ['/keywords', KEYWORD, '"every"'],
  ['/coverage', 'Coverage', '"coverage"'],
  ['/mutes', 'Nothing is muted', '"mutes"'],
  ['/analytics', 'Analytics', '"analytics"'],
];
/** The other screens, whose data were not loaded. */
const others = [
  '/notifications?status=archived',
  `/notifications/search?q=${KEYWORD}`,
  '/notifications/message/2f0c4f6e-0000-4000-8000-000000000000',
  '/channels',
  '/channels/2f0c4f6e-0000-4000-8000-000000000000',
  '/ai-insights',
  '/subscription',
  '/settings',
  '/feeds',
  '/coverage/rust',
  '/coverage/bsky.app',
  '/setup',
  '/status',
];
/** Screens that load nothing at first. */
const plain = ['/notifications/search', '/admin'];
const signedOut = ['/', '/login', '/register', '/forgot-password', '/terms', '/refund', '/privacy'];

const marked = (page) => page.getByText(/^Offline\. Shown as of \d\d:\d\d\.$/);
const failures = /Something went wrong|could not load|Error loading|No internet/;

/** Returns the main part of the screen at `path`, once it is there. */
async function opened(page, path) {
  await page.goto(path);
  await page.locator('h1:visible').first().waitFor();
  await page.waitForFunction(
    () => !document.querySelector('[role=status][aria-label^="Loading"], [aria-busy=true]'),
  );
  // A page that has just been loaded may learn a moment later that there is no network.
  const text = await until(
    `${path} is offline`,
    () => page.locator('body').innerText(),
    (text) => !text.includes('cannot be reached'),
  );
  assert.doesNotMatch(text, failures, path);
  return text;
}

/** Opens `path`, and checks that the screen there contains `text`. */
async function has(page, path, text) {
  const shown = await opened(page, path);
  assert.ok(shown.toLowerCase().includes(text.toLowerCase()), `${path}: ${shown}`);
}

/** Waits until the service worker keeps the whole app. */
const isKept = (page) =>
  until('the app is kept', () =>
    page.evaluate(async () => Boolean(await caches.match('/index.html'))),
  );

/** Returns the keys of the answers and changes that are kept on the device. */
const kept = (page) =>
  page.evaluate(async () => {
    const keys = async (name, store) => {
      const databases = await indexedDB.databases();
      if (!databases.some((one) => one.name === name)) return [];
      const ask = (request) =>
        new Promise((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const database = await ask(indexedDB.open(name));
      const found = await ask(database.transaction(store).objectStore(store).getAllKeys());
      database.close();
      return found;
    };
    return {
      answers: await keys('harken-answers', 'answers'),
      changes: await keys('harken-changes', 'changes'),
    };
  });

test('without a network', async (t) => {
  const { page, context, problems, step, session, titles, mutes, listed } = await openReader(
    t,
    'ada',
    { serviceWorkers: 'allow' },
  );
  const cardOf = (title) => page.locator('article', { hasText: `${title} ${NAME}` });
  const press = (title, name) => cardOf(title).getByRole('button', { name }).click();

  await step('screens are loaded and kept', async () => {
    for (const title of ['One', 'Two', 'Three', 'Four']) {
      await postMatch(title, `by_${title.toLowerCase()}`);
    }
    await listed('Four', 'Three', 'Two', 'One');
    await call(stack, 'POST', '/searches', { token: session.token, body: VIEW });
    for (const [path, text, key] of loaded) {
      await has(page, path, text);
      const isThere = ({ answers }) => answers.some((hash) => hash.includes(key));
      await until(`${path} is kept`, () => kept(page), isThere);
    }
    const hasViews = ({ answers }) => answers.some((hash) => hash.includes('"searches"'));
    await until('what is saved is kept', () => kept(page), hasViews);
    await isLive(page);
    await isKept(page);
  });

  await step('each of them opens with what was loaded, and from when that is', async () => {
    await context.setOffline(true);
    await marked(page).waitFor();
    for (const [path, text] of loaded) {
      await has(page, path, text);
      await marked(page).waitFor();
    }
    await page.getByRole('link', { name: VIEW.name }).click();
    await page.waitForURL(VIEW_PATH);
    await cardOf('One').locator('[data-opens]').waitFor();
  });

  await step('all others open and say that they need the network', async () => {
    for (const path of others) {
      assert.match(await opened(page, path), /Loading .+ needs the network\./, path);
    }
    for (const path of plain) await opened(page, path);
  });

  await step(
    'what is archived, read, muted and undone shows at once, also after a reload',
    async () => {
      await opened(page, '/notifications?view=timeline');
      await press('One', 'Archive');
      await page.getByText('It is sent once you are back online.').waitFor();
      await press('Two', 'Mark as read');
      await press('Three', 'Archive');
      await page.getByRole('button', { name: 'Undo archived' }).last().waitFor();
      await page.locator('[data-toasts]').getByRole('button', { name: 'Undo' }).click();
      await cardOf('Three').waitFor();
      await press('Four', 'Mute…');
      await page.getByRole('radio', { name: 'This thread' }).check();
      await page.getByRole('button', { name: 'Mute', exact: true }).click();
      await page.getByText('The mute is saved').waitFor();
      await until(
        'all are kept',
        () => kept(page),
        ({ changes }) => changes.length === 5,
      );
      await opened(page, '/notifications?view=timeline');
      await cardOf('Four').waitFor();
      await cardOf('One').waitFor({ state: 'hidden' });
      await cardOf('Two').waitFor({ state: 'hidden' });
      assert.deepEqual(await titles(), ['Four', 'Three', 'Two', 'One']);
    },
  );

  await step('the page refreshes itself once the network is back, and all is sent', async () => {
    await postMatch('Five', 'by_five');
    await context.setOffline(false);
    await listed('Five', 'Four', 'Three');
    assert.deepEqual(await titles('archived'), ['One']);
    assert.deepEqual(await titles('read'), ['Two']);
    assert.deepEqual(
      (await until('the mute is there', mutes, ({ length }) => length > 0)).map(({ kind }) => kind),
      ['thread'],
    );
    await marked(page).waitFor({ state: 'detached' });
    await isLive(page);
    await page.getByRole('button', { name: '1 new' }).click();
    await cardOf('Five').waitFor();
    await until(
      'nothing waits',
      () => kept(page),
      ({ changes }) => changes.length === 0,
    );
  });

  await step(
    'a sign-out without a network erases everything, and the app still opens',
    async () => {
      await context.setOffline(true);
      await marked(page).waitFor();
      await page.getByRole('button', { name: 'Sign out' }).filter({ visible: true }).click();
      await page.waitForURL('/');
      await until(
        'nothing is kept',
        () => kept(page),
        ({ answers }) => answers.length === 0,
      );
      for (const path of signedOut) await opened(page, path);
      assert.deepEqual(await kept(page), { answers: [], changes: [] });
    },
  );
  forgive(problems, 'ERR_INTERNET_DISCONNECTED');
});
