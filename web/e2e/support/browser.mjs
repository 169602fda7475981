// Chromium as Debian packages it, with a page that fails the test on any error it logs.
import { inspect } from 'node:util';

import { chromium } from 'playwright-core';

import { PATIENCE_MS } from './patience.mjs';

/** The pause between two looks at what is waited for. */
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
 * A server whose database does not answer for a second, as on a machine that is very busy, asks to
 * come back. The app does; what is missing then all the same, the test that waits for it will tell.
 */
const isComeBack = (message) => message.text().includes('status of 503');

/** The profiles that are open, each with what its pages have logged as errors. */
export const opened = new Set();

/** A profile of its own, whose pages are waited for patiently. */
export async function openContext(browser, options, problems = []) {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PATIENCE_MS);
  const one = { context, problems };
  opened.add(one);
  context.once('close', () => opened.delete(one));
  return context;
}

/** A page with a profile of its own. `problems` fills with errors of scripts and of the console. */
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
export class EarlierFailure extends Error {}

/**
 * Runs the steps of the test `t`: `step(name, act)`. Each builds on the one before, so that the first
 * failure ends the story.
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

/** What the API answers to the page's user. */
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
 * Does `act`, which brings a text that soon goes by itself: the page looks for it in each frame, from
 * before it can be there.
 */
export async function glimpse(page, text, act) {
  const isThere = (text) => document.body?.textContent.includes(text);
  await Promise.all([page.waitForFunction(isThere, text), act()]);
}

/** Waits until the page hears of what happens: what happens before may be missing until it loads. */
export function isLive(page) {
  return page.getByText('Live', { exact: true }).filter({ visible: true }).waitFor();
}
