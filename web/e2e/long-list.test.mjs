// Ten thousand unread notifications are listed, scrolled and selected as if they were few: the page
// renders only what is in or near the viewport. The answers are not the server's, which would take
// weeks to collect such a list.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { until } from './support/browser.mjs';
import { byLength } from './support/length.mjs';
import { manyNotifications } from './support/many.mjs';
import { openReader } from './support/reader.mjs';
import { startProduct } from './support/product.mjs';

const COUNT = 10_000;
const lists = [
  { width: 1440, count: COUNT },
  { width: 390, count: byLength(2_000, COUNT) },
];
/** The maximum number of articles in the page: three screens full, and those in use. */
const MAX_ARTICLES = 120;

startProduct('everything');

/** Turns the wheel and returns how long each frame took, in ms, the longest last. */
async function frames(page, steps, px) {
  await page.evaluate(() => {
    window.frameTimes = [];
    let last = performance.now();
    const next = (now) => {
      window.frameTimes.push(now - last);
      last = now;
      window.frameRequest = requestAnimationFrame(next);
    };
    window.frameRequest = requestAnimationFrame(next);
  });
  for (let step = 0; step < steps; step += 1) await page.mouse.wheel(0, px);
  return page.evaluate(() => {
    cancelAnimationFrame(window.frameRequest);
    return window.frameTimes.slice(1).sort((one, other) => one - other);
  });
}

const percentile = (sorted, share) => sorted[Math.floor((sorted.length - 1) * share)];

for (const { width, count } of lists) {
  test(`${count} in the timeline at ${width} px`, async (t) => {
    const reader = await openReader(t, `long-${width}`);
    const { page, context, problems, step } = reader;
    const heading = (number) =>
      page.getByRole('heading', { name: `Number ${number} of ${count}`, exact: true });
    const articles = () => page.locator('article').count();

    await step('the list is read to its end by scrolling', async () => {
      await page.setViewportSize({ width, height: 900 });
      await manyNotifications(page, count);
      await page.goto('/notifications?view=timeline');
      await page.locator('article').first().waitFor();
      let most = 0;
      const listed = () => page.locator('[role=listitem]').count();
      // In parts, so that each has its own timeout.
      for (let part = 2_000; part <= count; part += 2_000) {
        await until(
          `${part} are there`,
          async () => {
            await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
            most = Math.max(most, await articles());
            return listed();
          },
          (there) => there >= part,
        );
      }
      await page.getByRole('button', { name: 'Show older' }).waitFor({ state: 'detached' });
      assert.ok(most <= MAX_ARTICLES, `${most} articles`);
      assert.equal(await listed(), count);
    });

    await step('it scrolls, and shows what is in view', async () => {
      await page.mouse.move(width / 2, 500);
      const down = await frames(page, 120, -240);
      t.diagnostic(
        `${width} px: ${down.length} frames, median ${percentile(down, 0.5).toFixed(1)} ms, ` +
          `95 % within ${percentile(down, 0.95).toFixed(1)} ms, longest ${down.at(-1).toFixed(1)} ms`,
      );
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight / 2));
      await until('cards fill the view', () =>
        page.evaluate(() =>
          [200, 500, 800].every((y) =>
            document.elementFromPoint(innerWidth / 2, y)?.closest('article'),
          ),
        ),
      );
      assert.ok((await articles()) <= MAX_ARTICLES);
    });

    await step('keys move the focus beyond the notifications that were rendered', async () => {
      await page.evaluate(() => window.scrollTo(0, 0));
      await heading(1).waitFor();
      for (let press = 0; press < 40; press += 1) await page.keyboard.press('j');
      const focused = () =>
        page.evaluate(() => document.activeElement?.querySelector('h2')?.textContent);
      assert.match(await focused(), /^Number 40 /);
      await page.keyboard.press('k');
      assert.match(await focused(), /^Number 39 /);
    });

    await step('the focused notification stays, however far the page is scrolled', async () => {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      await heading(count).waitFor();
      await page.keyboard.press('j');
      const focused = await page.evaluate(
        () => document.activeElement?.querySelector('h2')?.textContent,
      );
      assert.match(focused, /^Number 40 /);
    });

    await step('one checkbox selects all of them', async () => {
      await page.getByRole('checkbox', { name: 'Select all shown' }).check();
      await page.getByText(`${count.toLocaleString('en')} selected`).waitFor();
    });

    assert.deepEqual(problems, []);
    await context.close();
  });
}
