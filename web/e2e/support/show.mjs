// Brings a page into a state of the list of screens, and waits until nothing moves any more.
import { storage, storedSession } from './accounts.mjs';
import { interceptCalls } from './answers.mjs';
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

/** Opens a page in its own profile, for one screen after the other; `watch` may add scripts before it loads. */
export async function openStage(browser, stack, watch) {
  const options = { reducedMotion: 'reduce' };
  const { context, page, problems } = await openPage(browser, stack.url, options);
  await page.addInitScript(stayAsItIs);
  await watch?.(page);
  return { context, page, problems, stack, calls: await interceptCalls(page) };
}

/** Loads `screen` of `world` as if it were the first on the page. */
export async function load(stage, world, screen) {
  const { page, stack, calls } = stage;
  const [first] = looksOf(screen);
  const stored = { theme: first.theme, ...screen.stored?.() };
  const person = world[screen.as];
  await clear(stage, person ? storedSession(stack, person, stored) : storage(stack, stored));
  await page.setViewportSize({ width: first.width, height: 900 });
  if (screen.hold) calls.set(screen.hold, { hold: true });
  if (screen.fail) calls.set(screen.fail, { fail: true });
  for (const [address, answer] of Object.entries(screen.answers ?? {})) {
    calls.set(address, { answer });
  }
  await page.goto(screen.path);
  await screen.ready?.(page);
  await rest(page, screen);
}

/** Leaves the last screen and sets the browser's storage to `state`. */
async function clear({ context, page, problems, calls }, state) {
  await context.setOffline(false);
  await page.goto('/robots.txt');
  // Calls that the last screen sent as it closed must not reach the server either.
  await calls.reset();
  await context.clearCookies();
  await page.evaluate((values) => {
    localStorage.clear();
    sessionStorage.clear();
    for (const { name, value } of values) localStorage.setItem(name, value);
  }, state.origins[0].localStorage);
  problems.length = 0;
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
