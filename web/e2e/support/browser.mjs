// Chromium as Debian packages it, with a page that fails the test on any error it logs.
import { inspect } from 'node:util';

import { chromium } from 'playwright-core';

import { PATIENCE_MS } from './patience.mjs';

/** The poll interval of `until`. */
const LOOK_MS = 100;

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export function openBrowser() {
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  return chromium.launch({ executablePath, args: flags });
}

/**
 * Returns whether the message logs a 503, which the server answers while its database does not
 * respond for a second, as on a very busy machine. The app retries. If something is missing
 * nevertheless, the test that waits for it fails.
 */
const isComeBack = (message) => message.text().includes('status of 503');

/** The open profiles, each with the errors that its pages have logged. */
export const opened = new Set();

/**
 * Opens a profile of its own, with long timeouts for its pages. Without `serviceWorkers: 'allow'`, it
 * has no service worker, which would load the whole app for each profile.
 */
export async function openContext(browser, options, problems = []) {
  const context = await browser.newContext({ serviceWorkers: 'block', ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  const one = { context, problems };
  opened.add(one);
  context.once('close', () => opened.delete(one));
  return context;
}

/** Opens a page in its own profile. `problems` collects errors of scripts and of the console. */
export async function openPage(browser, baseURL, options = {}) {
  const problems = [];
  const context = await openContext(browser, { baseURL, ...options }, problems);
  const page = await context.newPage();
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() !== 'error' || isComeBack(message)) return;
    problems.push(`${message.text()} ${message.location().url}`);
  });
  return { context, page, problems };
}

/** A failure that only repeats an earlier one. */
export class EarlierFailure extends Error {
  constructor(reason) {
    super(`${EarlierFailure.name}: ${reason}`);
  }
}

/**
 * Returns a function that runs a step of the test `t`: `step(name, act)`. Each step builds on the
 * one before, so that the first failure fails the rest.
 */
export function stepsOf(t) {
  let failed = false;
  return (name, act) =>
    t.test(name, async () => {
      if (failed) throw new EarlierFailure('an earlier step failed');
      try {
        await act();
      } catch (error) {
        failed = true;
        throw error;
      }
    });
}

/** Returns the API's answer to the page's user. */
export function apiGet(page, path) {
  return page.evaluate(async (path) => {
    const headers = { authorization: `Bearer ${localStorage.getItem('token')}` };
    return (await fetch(path, { headers })).json();
  }, path);
}

/**
 * Calls `look` until `isRight` accepts what it returns, and returns that. On a timeout, the error names
 * `what` was awaited and what was seen last.
 */
export async function until(what, look, isRight = Boolean) {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const seen = await look();
    if (isRight(seen)) return seen;
    if (Date.now() > end) {
      throw new Error(`not within ${PATIENCE_MS / 1000} s: ${what}; last seen: ${inspect(seen)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/**
 * Runs `act` and waits for a text that soon disappears by itself: the page looks for it in each
 * frame, starting before it can appear.
 */
export async function glimpse(page, text, act) {
  const isThere = (text) => document.body?.textContent.includes(text);
  await Promise.all([page.waitForFunction(isThere, text), act()]);
}

/** Waits until the page is subscribed to events. Earlier ones may be missing until a reload. */
export function isLive(page) {
  return page.getByText('Live', { exact: true }).filter({ visible: true }).waitFor();
}
