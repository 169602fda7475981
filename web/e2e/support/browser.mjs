// Chromium as Debian packages it, with a page that fails the test on any error it logs.
import { mkdirSync } from 'node:fs';

import { chromium } from 'playwright-core';

import { PATIENCE_MS } from './patience.mjs';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export async function openBrowser() {
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  return chromium.launch({ executablePath, args: flags });
}

/**
 * A server whose database does not answer for a second, as on a machine that is very busy, asks to
 * come back. The app does; what is missing then all the same, the test that waits for it will tell.
 */
const isComeBack = (message) => message.text().includes('status of 503');

/** A profile of its own, whose pages are waited for patiently. */
export async function openContext(browser, options) {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PATIENCE_MS);
  return context;
}

/** A page with a profile of its own. `problems` fills with errors of scripts and of the console. */
export async function openPage(browser, baseURL, options = {}) {
  const context = await openContext(browser, { baseURL, ...options });
  const page = await context.newPage();
  const problems = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() !== 'error' || isComeBack(message)) return;
    problems.push(`${message.text()} ${message.location().url}`);
  });
  return { context, page, problems };
}

/** Keeps a picture of a failed page in e2e/results, and tells what the page logged. */
export async function keepEvidence(page, name, problems) {
  const folder = new URL('../results/', import.meta.url).pathname;
  mkdirSync(folder, { recursive: true });
  const path = `${folder}${name.replaceAll(/\W+/g, '-')}.png`;
  // A page that has closed or hangs must not hide why the test failed.
  await page.screenshot({ path }).catch(({ message }) => problems.push(message));
  console.error(`${path}\n${problems.join('\n')}`);
}

/**
 * Runs the steps of the test `t` on one page: `step(name, act)`. Each builds on the one before, so
 * that the first failure ends the story, with a picture.
 */
export function stepsOf(t, page, problems) {
  let failed = false;
  return (name, act) =>
    t.test(name, async () => {
      if (failed) throw new Error('an earlier step failed');
      try {
        await act();
      } catch (error) {
        failed = true;
        await keepEvidence(page, `${t.name} ${name}`, problems);
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

/** Asks until `holds` answers true. */
export async function until(what, holds) {
  const end = Date.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`not within ${PATIENCE_MS / 1000} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
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
