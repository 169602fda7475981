// Measures how soon a keystroke in the keyword field has a result, and how soon it is visible.
//
// Two times are measured, each in turn with a plain JavaScript `includes` loop over the same items:
// - to the result: from a call to the product's own worker, as built, until its answer;
// - to the paint: from a key press in the product's own dialog until the frame that shows the new
//   highlight (see painted.mjs).
//
// Many keywords are searched in two forms. A dialog holds one watch, so there they are the words of
// one query, joined by OR; a watch takes at most 100. The worker also gets them as separate
// watches, one call each. Every letter of the last keyword is a keystroke; the others are already
// typed.
//
// Beside it: what a page of many keywords costs to its first paint and with each key of its filter,
// each in turn with a page of few (see keywords.mjs); and the screens of an account with many
// keywords and matches, in the whole product (see screens.mjs).
import { cpus, loadavg } from 'node:os';

import { openBrowser } from '../support/browser.mjs';
import { loadItems } from './items.mjs';
import { keystrokes } from './keystrokes.mjs';
import { timeKeywords } from './keywords.mjs';
import { timePaint } from './painted.mjs';
import { compare, heading, median, note, row } from './report.mjs';
import { printScreens } from './screens.mjs';
import { startSite } from './site.mjs';
import { printSizes } from './sizes.mjs';
import { timeResults } from './worker.mjs';

const ITEMS = 1_000;
const COUNTS = [1, 10, 100];
const RESULT_GOAL_MS = 4;
const PAINT_GOAL_MS = 8;
const MANY = 200;
const FEW = 3;
/** The most that the rows may add to the script of the page of few keywords. */
const FIRST_GOAL_MS = 100;
const KEY_GOAL_MS = 16;

const { items, source } = await loadItems(ITEMS);
const typed = Object.fromEntries(COUNTS.map((count) => [count, keystrokes(items, count)]));
const site = await startSite(items);

async function results(browser) {
  heading(`Keystroke to result in the worker (goal: median below ${RESULT_GOAL_MS} ms)`);
  for (const form of ['watches', 'query']) {
    for (const count of COUNTS.filter((count) => form === 'watches' || count > 1)) {
      const name = form === 'query' ? `a query of ${count} words` : `${count} watches, a call each`;
      const times = await timeResults(browser, site, typed[count], form);
      row(count === 1 ? '1 keyword' : name, times, RESULT_GOAL_MS);
    }
  }
}

async function paints(browser) {
  heading(
    `Keystroke to painted highlight, less the wait for the screen (goal: median below ${PAINT_GOAL_MS} ms)`,
  );
  for (const count of COUNTS) {
    const { missing, ...times } = await timePaint(browser, site, typed[count], count > 1);
    const name = count === 1 ? '1 keyword' : `a query of ${count} words`;
    const work = (list) => list?.map(({ work }) => work);
    row(
      name,
      { missing, harken: work(times.harken), includes: work(times.includes) },
      PAINT_GOAL_MS,
    );
    if (missing) continue;
    const whole = median(times.harken.map(({ work, wait }) => work + wait));
    note(`${whole.toFixed(2)} ms with that wait, at 60 Hz`);
  }
}

async function printKeywords(browser) {
  heading(`The page of ${MANY} keywords, beside that of ${FEW}`);
  const { first, keys } = await timeKeywords(browser, MANY, FEW);
  compare('script to the first paint', first, FIRST_GOAL_MS);
  compare('a key in the filter, until the page is painted', keys, KEY_GOAL_MS);
}

let browser;
try {
  const load = loadavg().map((one) => one.toFixed(1));
  console.log(`${items.length} items: ${source}; ${cpus().length} processors, load ${load}`);
  browser = await openBrowser();
  console.log(`Chromium ${browser.version()}`);
  await results(browser);
  await paints(browser);
  await printKeywords(browser);
  await printSizes(browser, site);
  heading('Screens with 200 keywords and 10,000 matches (goal: at most 0.02 of layout shift)');
  await printScreens(browser);
} finally {
  await browser?.close();
  await site.stop();
}
