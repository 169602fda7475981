// Thousands of unread notifications are listed, scrolled and selected as if they were few: the page
// renders only what is in or near the viewport. So are hundreds of keywords. The answers are not the
// server's, which would take weeks to collect such a list.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { until } from './support/browser.mjs';
import { watchPage } from './support/checks.mjs';
import { byLength } from './support/length.mjs';
import { manyNotifications, manyWatches } from './support/many.mjs';
import { openReader } from './support/reader.mjs';
import { startProduct } from './support/product.mjs';

const COUNT = 10_000;
const lists = [
  { width: 1440, height: 900, density: 'Cards', count: byLength(1_000, COUNT) },
  { width: 390, height: 900, density: 'Cards', count: byLength(1_000, COUNT) },
  { width: 1280, height: 800, density: 'Rows', count: byLength(1_000, COUNT) },
];
/** The maximum number of articles in the page: four screens full, and those in use. */
const MAX_ARTICLES = 150;
/** The minimum number of rows that a screen shows. */
const MIN_ROWS = 12;

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

/** Chooses rows, which the page remembers, and checks how many of them fit. */
async function chooseRows(page) {
  await page.getByRole('button', { name: 'Density: Cards' }).click();
  await page.getByRole('menuitemradio', { name: 'Rows' }).click();
  await page.reload();
  await page.getByRole('button', { name: 'Density: Rows' }).waitFor();
  await page.locator('article').first().waitFor();
  const inView = await page
    .locator('article')
    .evaluateAll(
      (rows) => rows.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length,
    );
  assert.ok(inView >= MIN_ROWS, `${inView} rows`);
}

const percentile = (sorted, share) => sorted[Math.floor((sorted.length - 1) * share)];

for (const { width, height, density, count } of lists) {
  test(`${count} ${density.toLowerCase()} in the timeline at ${width} px`, async (t) => {
    const { page, step } = await openReader(t, `long-${width}`);
    const heading = (number) =>
      page.getByRole('heading', { name: `Number ${number} of ${count}`, exact: true });
    const focused = () =>
      page.evaluate(() => document.activeElement?.querySelector('h2')?.textContent);
    const articles = () => page.locator('article').count();

    await step('the list is read to its end by scrolling', async () => {
      await page.setViewportSize({ width, height });
      await manyNotifications(page, count);
      await page.goto('/notifications?view=timeline');
      await page.locator('article').first().waitFor();
      if (density === 'Rows') await chooseRows(page);
      let most = 0;
      const listed = () => page.locator('[role=listitem]').count();
      // In parts, so that each has its own timeout.
      for (let part = 1_000; part <= count; part += 1_000) {
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
      await page.getByText('Show older', { exact: true }).waitFor({ state: 'detached' });
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
          [200, 500, 790].every((y) =>
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
      assert.match(await focused(), /^Number 40 /);
      await page.keyboard.press('k');
      assert.match(await focused(), /^Number 39 /);
    });

    await step('the focused notification stays, however far the page is scrolled', async () => {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      await heading(count).waitFor();
      await page.keyboard.press('j');
      assert.match(await focused(), /^Number 40 /);
    });

    await step('one checkbox selects all of them', async () => {
      await page.getByRole('checkbox', { name: 'Select all shown' }).check();
      await page.getByText(`${count.toLocaleString('en')} selected`).waitFor();
    });
  });
}

test('what comes by itself moves nothing that is in view', async (t) => {
  const { page } = await openReader(t, 'further');
  // Higher than the rows that come first.
  await page.setViewportSize({ width: 1280, height: 2_600 });
  await page.addInitScript(watchPage);
  await manyNotifications(page, 150);
  await page.goto('/notifications?view=timeline&density=rows');
  await until(
    'all are there',
    () => page.locator('[role=listitem]').count(),
    (there) => there === 150,
  );
  await page.getByText('Show older', { exact: true }).waitFor({ state: 'detached' });
  assert.deepEqual(await page.evaluate(() => window.shifts), []);
});

for (const { width, height } of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]) {
  test(`200 keywords at ${width} px`, async (t) => {
    const { page, step } = await openReader(t, `keywords-${width}`);
    const list = page.getByRole('list', { name: 'Keyword watches' });
    const listed = () => list.locator('[role=listitem]').count();
    const opener = (number) =>
      list.getByRole('button', { name: `Number ${number} of 200`, exact: true });

    await step('few of them are rendered, wherever the page is scrolled', async () => {
      await page.setViewportSize({ width, height });
      await manyWatches(page, 200);
      await page.goto('/keywords');
      await opener(1).waitFor();
      let most = 0;
      await until(
        'the end of the list',
        async () => {
          most = Math.max(most, await list.getByRole('button').count());
          await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
          return listed();
        },
        (there) => there === 200,
      );
      await until('its last row', async () => {
        await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
        return opener(200).isVisible();
      });
      assert.ok(most <= MAX_ARTICLES, `${most} buttons`);
      assert.ok((await list.getByRole('button').count()) <= MAX_ARTICLES);
    });

    await step('the filter finds all, and a row opens to its card', async () => {
      await page.getByRole('searchbox', { name: 'Filter keywords' }).fill('Number 199');
      await until('one is left', listed, (there) => there === 1);
      await opener(199).click();
      await list.getByRole('button', { name: 'Snooze Number 199 of 200' }).waitFor();
    });

    await step('an edited keyword has an address, and going back closes it', async () => {
      const dialog = page.getByRole('dialog', { name: 'Edit Keyword' });
      await list.getByRole('button', { name: 'Edit Number 199 of 200' }).click();
      await dialog.waitFor();
      assert.equal(new URL(page.url()).searchParams.get('watch'), 'watch-199');
      await page.goBack();
      await dialog.waitFor({ state: 'hidden' });
      await opener(199).waitFor();
    });
  });
}
