// Checks every screen in both themes and both widths.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { register } from './support/accounts.mjs';
import { EarlierFailure } from './support/browser.mjs';
import { barriers, brokenWords, obscured, overflow, watchPage } from './support/checks.mjs';
import { keepEvidence } from './support/evidence.mjs';
import { byLength } from './support/length.mjs';
import { browser, stack, startProduct } from './support/product.mjs';
import { screens } from './support/screens.mjs';
import { load, looksOf, openStage, reach, unexpected, wear } from './support/show.mjs';
import { coveredByToasts, reachToasts } from './support/toasts.mjs';
import { settle } from './support/world.mjs';

/** Whether every look has all checks, which takes three times as long. */
const IN_FULL = byLength(false, true);
/** The largest layout shift that is invisible, as from a browser's rounding. */
const SHIFT_MAX = 0.001;
/** The width of a desktop page at 400 per cent: https://www.w3.org/TR/WCAG22/#reflow */
const NARROWEST = 320;
/** The height of a desktop's window at 400 per cent. */
const LOWEST = 256;
/** The width of a phone, on which text is doubled: https://www.w3.org/TR/WCAG22/#resize-text */
const PHONE = 390;
const LARGE_TEXT = '200%';
/** All rules of axe. */
const ALL = undefined;
/** The rules for the other theme, which changes colours only. */
const COLOURS = ['color-contrast'];
/** The number of failures after which the remaining screens fail without waiting for timeouts. */
const FAILURES_MAX = 5;

let world;
let failed = 0;
/** Pages that are free for the next screen. */
const stages = [];

startProduct('plans', async () => {
  world = await settle(stack);
  await register(stack, 'eve@example.com');
});

async function newStage() {
  return openStage(browser, stack, async (page) => {
    await page.addInitScript(watchPage);
    await reachToasts(page);
  });
}

/**
 * Returns the looks of a screen with the checks of each: which `rules` of axe, whether the `layout`
 * fits, and with how many `toasts` every control must be pressable. In the short form, every other
 * screen has all rules at the desktop's width and in light colours, and the others at the phone's
 * and in dark ones; at the other width, only the layout is checked.
 */
function plan(screen, number) {
  const layout = true;
  const looks = looksOf(screen);
  if (IN_FULL || screen.narrow) {
    const whole = { layout, rules: ALL, toasts: [1, 3] };
    const rest = { layout, rules: COLOURS, toasts: [] };
    return looks.map((look, at) => ({ look, ...(at % 2 === 0 ? whole : rest) }));
  }
  const [desk, , darkPhone] = looks;
  return [desk, darkPhone].map((look, at) => ({
    look,
    layout,
    rules: number % 2 === at ? ALL : [],
    toasts: [3],
  }));
}

/** Returns all faults of a screen, so that one run reports everything. */
async function faults(stage, screen, number) {
  const { page, problems } = stage;
  const found = [];
  const shifts = await page.evaluate(() => window.shifts);
  const shift = shifts.reduce((sum, { value }) => sum + value, 0);
  if (shift > SHIFT_MAX && !screen.moves)
    found.push(`the layout shifts: ${JSON.stringify(shifts, null, 1)}`);
  const title = await page.title();
  if (!/Harken/.test(title)) found.push(`the page's title is '${title}'`);

  await reach(page, screen);
  for (const { look, layout, rules, toasts } of plan(screen, number)) {
    await wear(page, screen, look);
    const inLook = [
      ...(rules?.length === 0 ? [] : await barriers(page, screen, rules)),
      ...(layout ? await overflow(page, look.width) : []),
      ...(await coveredByToasts(page, toasts)),
    ];
    found.push(...inLook.map((fault) => `${look.theme}, ${look.width} px: ${fault}`));
  }
  await page.setViewportSize({ width: NARROWEST, height: 900 });
  found.push(...(await overflow(page, NARROWEST)));
  await page.setViewportSize({ width: PHONE, height: 900 });
  await page.evaluate((size) => (document.documentElement.style.fontSize = size), LARGE_TEXT);
  const large = [...(await overflow(page, PHONE)), ...(await brokenWords(page))];
  found.push(...large.map((fault) => `text of ${LARGE_TEXT}: ${fault}`));
  await page.evaluate(() => (document.documentElement.style.fontSize = ''));
  await page.setViewportSize({ width: NARROWEST, height: LOWEST });
  const hidden = await obscured(page);
  found.push(...hidden.map((fault) => `${NARROWEST} by ${LOWEST} px: ${fault}`));
  return [...found, ...unexpected(problems, screen)];
}

describe('every screen passes all checks', { concurrency: 2 }, () => {
  for (const [number, screen] of screens.entries()) {
    test(screen.name, async () => {
      if (failed >= FAILURES_MAX) throw new EarlierFailure(`${failed} screens have failed`);
      const stage = stages.pop() ?? (await newStage());
      try {
        await load(stage, world, screen);
        const found = await faults(stage, screen, number);
        assert.ok(found.length === 0, `\n${found.join('\n')}`);
        stages.push(stage);
      } catch (error) {
        failed += 1;
        await keepEvidence(screen.name, error, stack, [stage]);
        await stage.context.close();
        throw error;
      }
    });
  }
});
