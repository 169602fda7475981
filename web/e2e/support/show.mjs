// Brings a page into a state of the list of screens, and waits until the page is at rest.
import { storage, storedSession } from './accounts.mjs';
import { interceptCalls } from './answers.mjs';
import { openPage } from './browser.mjs';

/** Both themes on a desktop and on a phone, in the order with the fewest changes. */
export const looks = [
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 1280 },
  { theme: 'dark', width: 390 },
  { theme: 'light', width: 390 },
];

/** Returns the looks of `screen`: the slide-over menu, for example, is for phones only. */
export function looksOf(screen) {
  return screen.narrow ? looks.slice(2) : looks;
}

/** Opens a page with its own profile, to show screens in turn. `watch` can add init scripts. */
export async function openStage(browser, stack, watch) {
  const options = { reducedMotion: 'reduce' };
  const { context, page, problems } = await openPage(browser, stack.url, options);
  await page.addInitScript(stayAsItIs);
  await watch?.(page);
  return { context, page, problems, stack, calls: await interceptCalls(page) };
}

/** Loads `screen` of `world` as if it were the first one on the page. */
export async function load(stage, world, screen) {
  const { page, stack, calls } = stage;
  const [first] = looksOf(screen);
  const stored = { theme: first.theme, ...screen.stored?.() };
  const person = world[screen.as];
  await clear(stage, person ? storedSession(stack, person, stored) : storage(stack, stored));
  await page.setViewportSize({ width: first.width, height: 900 });
  for (const [address, answer] of Object.entries(screen.answers ?? {})) {
    calls.set(address, { answer });
  }
  if (screen.hold) calls.set(screen.hold, { hold: true });
  if (screen.fail) calls.set(screen.fail, { fail: true });
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

/** Brings a loaded page into the state of `screen`. */
export async function reach(page, screen) {
  await screen.act?.(page);
  await rest(page, screen);
}

/** Changes theme and width as another tab and a resized window would. */
export async function wear(page, screen, { theme, width }) {
  await page.setViewportSize({ width, height: 900 });
  await page.evaluate((theme) => {
    localStorage.setItem('theme', theme);
    dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: theme }));
  }, theme);
  await rest(page, screen);
}

/** Runs before the page's scripts: drops long timeouts, so toasts stay and pages never redirect. */
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
 * In the page, in each frame: returns whether nothing has loaded and nothing has moved for two
 * frames, since the effect of an action shows in the next frame and can trigger another.
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

/** Returns the problems without those that the browser logs for the screen's own answers. */
export function unexpected(problems, { refusals = [], fail, logs }) {
  return problems.filter(
    (text) =>
      !refusals.some((status) => text.includes(`status of ${status}`)) &&
      !logs?.test(text) &&
      !(fail && /net::ERR_FAILED|Failed to fetch/.test(text)) &&
      // The form logs what it could not save.
      !(refusals.length > 0 && text.includes('could not be saved')),
  );
}
