// Brings a page into a state of the list of screens, and waits until nothing moves any more.
import { storage, storedSession } from './accounts.mjs';
import { openPage } from './browser.mjs';

/** Both themes on a desk and on a phone, in the order that changes least. */
export const looks = [
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 1280 },
  { theme: 'dark', width: 390 },
  { theme: 'light', width: 390 },
];

/** The looks that `screen` has: the slide-over menu, for one, is for phones. */
export function looksOf(screen) {
  return screen.narrow ? looks.slice(2) : looks;
}

/** Loads `screen` of `world` in a profile of its own; `watch` may listen before it loads. */
export async function load(browser, stack, world, screen, watch) {
  const [first] = looksOf(screen);
  const stored = { theme: first.theme, ...screen.stored?.() };
  const person = world[screen.as];
  const { context, page, problems } = await openPage(browser, stack.url, {
    storageState: person ? storedSession(stack, person, stored) : storage(stack, stored),
    reducedMotion: 'reduce',
    viewport: { width: first.width, height: 900 },
  });
  await page.addInitScript(stayAsItIs);
  await watch?.(page);
  if (screen.hold) await page.route(screen.hold, () => {});
  if (screen.fail) await page.route(screen.fail, (route) => route.abort());
  for (const [address, answer] of Object.entries(screen.answers ?? {})) {
    await page.route(address, (route) => fulfil(route, answer));
  }
  await page.goto(screen.path);
  await screen.ready?.(page);
  await rest(page, screen);
  return { context, page, problems };
}

/** Answers a call with `answer`, or with what it makes of the server's own. */
async function fulfil(route, answer) {
  if (typeof answer !== 'function') return route.fulfill({ json: answer });
  const response = await route.fetch();
  return route.fulfill({ response, json: answer(await response.json()) });
}

/** Does on a loaded page what leads to the state. */
export async function reach(page, screen) {
  await screen.act?.(page);
  await rest(page, screen);
}

/** Changes theme and width as a user's other tab and window would. */
export async function wear(page, screen, { theme, width }) {
  await page.setViewportSize({ width, height: 900 });
  await page.evaluate((theme) => {
    localStorage.setItem('theme', theme);
    dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: theme }));
  }, theme);
  await rest(page, screen);
}

/** Runs before the page's scripts: messages stay, and no page leads on by itself. */
function stayAsItIs() {
  const later = window.setTimeout;
  window.setTimeout = (act, ms, ...rest) => (ms > 2_000 ? 0 : later(act, ms, ...rest));
}

async function rest(page, { loading = false, allow = [] }) {
  await page
    .locator(allow.includes('page-has-heading-one') ? '[role=status]' : 'h1')
    .first()
    .waitFor({ state: 'attached' });
  await page.evaluate(() => (window.framesAtRest = 0));
  await page.waitForFunction(isAtRest, loading);
}

/**
 * In the page, in each frame: whether nothing has been loaded and nothing has moved for two frames.
 * What was just done shows with the next, and one thing leads to another.
 */
function isAtRest(loading) {
  const busy = '[role=status][aria-label^="Loading"], [aria-busy=true]';
  const moves = ({ effect, playState }) =>
    playState !== 'finished' && effect.getTiming().iterations !== Infinity;
  const rests =
    (loading || document.querySelector(busy) === null) &&
    document.fonts.status === 'loaded' &&
    !document.getAnimations().some(moves);
  window.framesAtRest = rests ? (window.framesAtRest ?? 0) + 1 : 0;
  return window.framesAtRest > 2;
}

/** Leaves out what a browser logs for an answer that the screen is made to get. */
export function unexpected(problems, { refusals = [], fail, logs }) {
  return problems.filter(
    (text) =>
      !refusals.some((status) => text.includes(`status of ${status}`)) &&
      !logs?.test(text) &&
      !(fail && /net::ERR_FAILED|Failed to fetch/.test(text)) &&
      // The form tells developers what it could not save.
      !(refusals.length > 0 && text.includes('could not be saved')),
  );
}
