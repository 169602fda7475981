// Many tabs of one browser, which share its six connections to a host.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { addWatch, call, login, newUser, storedSession } from './support/accounts.mjs';
import { isLive, openContext, until } from './support/browser.mjs';
import { makePost } from './support/stack.mjs';
import { browser, stack, startProduct } from './support/product.mjs';
import { addressOf } from './support/own.mjs';

/** The number of tabs: more than the browser's connections and than the user's streams. */
const TABS = 12;
const STREAMS_PER_USER = 10;
const email = addressOf('ada');

let context;
/** A session apart from the browser's, for queries. */
let watcher;
/** The pages that requested the stream, in order. */
const leaders = [];
const pages = [];

startProduct('plans', async () => {
  const session = await newUser(stack, email);
  await addWatch(stack, session.token, 'quilltabs');
  watcher = await login(stack, email);
  const storageState = storedSession(stack, session);
  context = await openContext(browser, { baseURL: stack.url, storageState });
  context.on('request', (request) => {
    if (request.url().endsWith('/api/live')) leaders.push(request.frame().page());
  });
});

/** Counts the user's streams on the server by opening the remaining ones and closing them again. */
async function openStreams() {
  const stop = new AbortController();
  const headers = { authorization: `Bearer ${watcher.token}` };
  const { signal } = stop;
  try {
    for (let granted = 0; ; granted++) {
      const { status } = await fetch(`${stack.url}/api/live`, { headers, signal });
      if (status === 429) return STREAMS_PER_USER - granted;
      assert.equal(status, 200);
    }
  } finally {
    stop.abort();
  }
}

const unread = async () =>
  (await call(stack, 'GET', '/notifications/stats', { token: watcher.token })).stats.total;

const post = (title) => makePost(stack, { subreddit: 'tea', title, body: 'Which one?' });
const shows = (title) => (page) => page.getByText(title).first().waitFor();

test('twelve tabs are live over one stream, and each shows a new match', async () => {
  for (let opened = 0; opened < TABS; opened++) {
    const page = await context.newPage();
    pages.push(page);
    await page.goto('/dashboard');
    await isLive(page);
  }
  await until('there is one stream', openStreams, (count) => count === 1);
  await post('The first quilltabs');
  await Promise.all(pages.map(shows('The first quilltabs')));
});

test('when the tab with the stream closes, another resumes from its last event', async () => {
  let goOn;
  const isOver = new Promise((resolve) => (goOn = resolve));
  const resumedFrom = [];
  await context.route('**/api/live', async (route) => {
    resumedFrom.push(route.request().headers()['last-event-id']);
    await isOver;
    await route.continue();
  });
  const leader = leaders.at(-1);
  pages.splice(pages.indexOf(leader), 1);
  await leader.close();
  // Posts are not lost while no tab has the stream.
  await post('The second quilltabs');
  await until('it is there', unread, (count) => count === 2);
  goOn();
  await Promise.all(pages.map(shows('The second quilltabs')));
  assert.ok(Number(resumedFrom[0]) > 0, `resumed from ${resumedFrom[0]}`);
  assert.ok(pages.includes(leaders.at(-1)));
  await until('there is one stream', openStreams, (count) => count === 1);
});

test('signing out closes the stream and signs out every tab', async () => {
  await pages[0].getByRole('button', { name: 'Sign out' }).first().click();
  const landing = (page) => page.getByRole('link', { name: 'Get Started' }).first().waitFor();
  await Promise.all(pages.map(landing));
  await until('there is no stream', openStreams, (count) => count === 0);
});
