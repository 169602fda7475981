// With fingers, which see no tooltips: every button has words, is large enough, and does what it says.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { KEYWORD, NAME } from './support/own.mjs';
import { manyNotifications } from './support/many.mjs';
import { openReader, postMatch } from './support/reader.mjs';
import { startProduct } from './support/product.mjs';

/** The smallest target, in px: https://www.w3.org/TR/WCAG22/#target-size-minimum */
const TARGET_MIN = 24;
/** The height of two short lines with the space around them, in px. */
const ROW_MAX = 56;

startProduct('everything');

/** In the page: returns the buttons and links without words, and those that are too small. */
function faults(min) {
  return [...document.querySelectorAll('main button:not([role=switch]), main a[href]')]
    .filter((one) => one.checkVisibility())
    .flatMap((one) => {
      // Links within text have the height of its lines.
      const isInline = getComputedStyle(one).display === 'inline';
      const { width, height } = isInline
        ? { width: min, height: min }
        : one.getBoundingClientRect();
      const name = one.ariaLabel ?? one.innerText;
      return [
        ...(one.innerText.trim() === '' ? [`no words: ${name}`] : []),
        ...(Math.min(width, height) < min ? [`${width} x ${height} px: ${name}`] : []),
      ];
    });
}

test('buttons have words and space, and rows one menu', async (t) => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const { page, step, listed } = await openReader(t, 'tess', phone);
  const check = async () => assert.deepEqual(await page.evaluate(faults, TARGET_MIN), []);
  const rows = page.locator('article');

  await step('the dashboard begins with what is unread', async () => {
    await postMatch('One', 'writer');
    await listed('One');
    await page.goto('/dashboard');
    const row = page.getByText(`One ${NAME}`).first();
    await row.waitFor();
    const { y, height } = await row.boundingBox();
    assert.ok(y + height < phone.viewport.height, `at ${y} px`);
    await check();
  });

  await step('keywords', async () => {
    await page.goto('/keywords');
    await page.getByRole('button', { name: `Snooze ${KEYWORD}` }).waitFor();
    await check();
  });

  await step('notifications as cards, then as rows', async () => {
    await manyNotifications(page, 30);
    await page.goto('/notifications?view=timeline');
    await rows.first().waitFor();
    await check();
    await page.getByRole('button', { name: 'Density: Cards' }).tap();
    await page.getByRole('menuitemradio', { name: 'Rows' }).tap();
    await page.getByRole('button', { name: 'Density: Rows' }).waitFor();
    await check();
    const { height } = await rows.first().boundingBox();
    assert.ok(height <= ROW_MAX, `a row has ${height} px`);
    assert.equal(await rows.first().getByRole('button').count(), 2);
  });

  await step('a row opens in place, and its menu has words', async () => {
    await rows
      .first()
      .getByText(/^writer|r\/gardening/)
      .tap();
    await rows.first().getByRole('button', { name: 'Why this alert?' }).waitFor();
    await check();
    await rows.nth(1).getByRole('button', { name: 'More' }).tap();
    await page.getByRole('menuitem', { name: 'Not relevant' }).waitFor();
    await page.keyboard.press('Escape');
    await rows.nth(1).getByRole('button', { name: 'Why this alert?' }).waitFor({ state: 'hidden' });
  });
});
