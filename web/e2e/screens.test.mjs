// What holds on every screen, in both themes and both widths.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, describe, test } from 'node:test';

import { register } from './support/accounts.mjs';
import { keepEvidence, openBrowser } from './support/browser.mjs';
import { screens } from './support/screens.mjs';
import { load, looksOf, reach, unexpected, wear } from './support/show.mjs';
import { startStack } from './support/stack.mjs';
import { coveredByToasts, reachToasts } from './support/toasts.mjs';
import { settle } from './support/world.mjs';

/** What the eye does not see: a hair's breadth of the window, of a browser's rounding. */
const SHIFT_MAX = 0.001;
/** What a page on a desk has at 400 per cent: https://www.w3.org/TR/WCAG22/#reflow */
const NARROWEST = 320;
/** Letters of twice the size on a phone: https://www.w3.org/TR/WCAG22/#resize-text */
const PHONE = 390;
const LARGE_TEXT = '200%';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let stack;
let browser;
let world;

before(async () => {
  stack = await startStack();
  browser = await openBrowser();
  world = await settle(stack);
  await register(stack, 'eve@example.com');
});

after(async () => {
  await browser?.close();
  await stack?.stop();
});

/** Runs in the page, before its scripts. */
function watchPage() {
  window.shifts = [];
  const onShift = (list) =>
    window.shifts.push(
      ...list
        .getEntries()
        .filter(({ hadRecentInput }) => !hadRecentInput)
        .map(({ value, sources }) => ({
          value,
          of: sources.map(({ node }) => node?.outerHTML?.slice(0, 120)),
        })),
    );
  new PerformanceObserver(onShift).observe({ type: 'layout-shift', buffered: true });
  document.addEventListener('securitypolicyviolation', (event) =>
    console.error(`CSP: ${event.violatedDirective} refused ${event.blockedURI} ${event.sample}`),
  );
}

/** What axe finds, as a person can read it; `rules` asks for these alone. */
function barriers(page, { allow = [] }, rules) {
  const options = {
    resultTypes: ['violations'],
    rules: Object.fromEntries(allow.map((rule) => [rule, { enabled: false }])),
    ...(rules && { runOnly: { type: 'rule', values: rules } }),
  };
  return page.evaluate(async (options) => {
    const { violations } = await globalThis.axe.run(options);
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html}\n  ${failureSummary}`),
    );
  }, options);
}

/**
 * What has to be scrolled sideways, the page or a part of it, less what is meant to be; and what no
 * scrolling brings into sight, left of the page.
 */
function overflow(page, allowed) {
  return page.evaluate((allowed) => {
    const all = [...document.querySelectorAll('body *')];
    const show = (element) => element.outerHTML.slice(0, 300);
    const overflowX = (element) => getComputedStyle(element).overflowX;
    const isCut = (element) =>
      element !== null && (overflowX(element) !== 'visible' || isCut(element.parentElement));
    const reachesOut = (element) => element.getBoundingClientRect().right > allowed + 1;
    // The innermost, and an icon's lines tell less than the icon.
    const wide = all.filter(
      (element) =>
        reachesOut(element) &&
        (element.tagName === 'svg' || ![...element.children].some(reachesOut)) &&
        !element.parentElement.closest('svg') &&
        !isCut(element.parentElement),
    );
    const scrolled = all.filter(
      (element) =>
        element.scrollWidth > element.clientWidth + 1 &&
        /auto|scroll/.test(overflowX(element)) &&
        !element.matches('pre, textarea, .overflow-x-auto'),
    );
    const outOfSight = all.filter((element) => {
      const { left, width } = element.getBoundingClientRect();
      return left < -1 && width > 1 && !isCut(element.parentElement);
    });
    const found = [
      ...scrolled.map((element) => `is scrolled sideways at ${allowed} px: ${show(element)}`),
      ...outOfSight.map((element) => `is out of sight at ${allowed} px: ${show(element)}`),
    ];
    const { scrollWidth } = document.documentElement;
    if (scrollWidth <= allowed) return found;
    const culprits = wide.slice(0, 5).map(show).join('\n  ');
    return [...found, `at ${allowed} px the page is ${scrollWidth} px wide: ${culprits}`];
  }, allowed);
}

/** Texts in so narrow a column that a line holds no word, but some letters of one. */
function brokenWords(page) {
  return page.evaluate(() => {
    const found = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode.data.trim();
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
      const lines = new Set(tops).size;
      // A word of more than ten letters may take another line.
      const words = text.split(/[\s-]+/).map(({ length }) => Math.ceil(length / 10));
      const enough = words.reduce((sum, count) => sum + count, 1);
      if (lines > enough && text.length / lines < 5) found.push(`in ${lines} lines: ${text}`);
    }
    return found;
  });
}

/** Everything that is wrong with a screen, so that one run tells all. */
async function faults({ page, problems }, screen) {
  const found = [];
  const shifts = await page.evaluate(() => window.shifts);
  const shift = shifts.reduce((sum, { value }) => sum + value, 0);
  if (shift > SHIFT_MAX && !screen.moves)
    found.push(`the layout shifts: ${JSON.stringify(shifts, null, 1)}`);
  const title = await page.title();
  if (!/Harken/.test(title)) found.push(`the page's title is '${title}'`);

  await reach(page, screen);
  await page.evaluate(axe);
  for (const [at, look] of looksOf(screen).entries()) {
    await wear(page, screen, look);
    const where = `${look.theme}, ${look.width} px`;
    // The other theme changes colours only.
    const rules = at % 2 === 1 ? ['color-contrast'] : undefined;
    found.push(...(await barriers(page, screen, rules)).map((barrier) => `${where}: ${barrier}`));
    found.push(...(await overflow(page, look.width)).map((fault) => `${where}: ${fault}`));
    if (!rules) found.push(...(await coveredByToasts(page)).map((fault) => `${where}: ${fault}`));
  }
  await page.setViewportSize({ width: NARROWEST, height: 900 });
  found.push(...(await overflow(page, NARROWEST)));
  await page.setViewportSize({ width: PHONE, height: 900 });
  await page.evaluate((size) => (document.documentElement.style.fontSize = size), LARGE_TEXT);
  const large = [...(await overflow(page, PHONE)), ...(await brokenWords(page))];
  found.push(...large.map((fault) => `text of ${LARGE_TEXT}: ${fault}`));
  return [...found, ...unexpected(problems, screen)];
}

describe('every screen is whole', { concurrency: 2 }, () => {
  for (const screen of screens) {
    test(screen.name, async () => {
      const opened = await load(browser, stack, world, screen, async (page) => {
        await page.addInitScript(watchPage);
        await reachToasts(page);
      });
      try {
        const found = await faults(opened, screen);
        assert.ok(found.length === 0, `\n${found.join('\n')}`);
      } catch (error) {
        await keepEvidence(opened.page, screen.name, opened.problems);
        throw error;
      } finally {
        await opened.context.close();
      }
    });
  }
});
