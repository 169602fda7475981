// Analytics: matches are counted as soon as they are stored, and so is what a user does with them.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

import { openReader, postMatch } from './support/reader.mjs';
import { startProduct } from './support/product.mjs';
import { until } from './support/browser.mjs';
import { KEYWORD, NAME } from './support/own.mjs';

startProduct('everything');

test('analytics of new matches', async (t) => {
  const { page, step, listed, titles } = await openReader(t, 'ada');
  const region = (name) => page.getByRole('region', { name });

  await step('matches are counted by keyword, place and author', async () => {
    await postMatch('One', 'loud_one');
    await postMatch('Two', 'loud_one', 'tools');
    await postMatch('Three', 'calm_one');
    await listed('Three', 'Two', 'One');
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Analytics' }).click();
    await region('Totals').getByText('3', { exact: true }).waitFor();
    await region('Keywords').getByRole('listitem').filter({ hasText: KEYWORD }).waitFor();
    await region('Authors').getByRole('listitem').filter({ hasText: 'u/loud_one' }).waitFor();
    assert.equal(await region('Places').getByRole('listitem').count(), 2);
  });

  await step('a match marked as not relevant is counted', async () => {
    await page.goto('/notifications');
    await page.getByRole('button', { name: new RegExp(`^"${KEYWORD}"`) }).click();
    const card = page.locator('article', { hasText: `One ${NAME}` });
    await card.getByRole('button', { name: 'Not relevant' }).click();
    await page.getByText(/^Marked as not relevant/).waitFor();
    // The page shows this before the server has answered.
    await until(
      'it is stored',
      () => titles('archived'),
      (now) => now.includes('One'),
    );
    await page.goto('/analytics?days=7');
    await region('Totals').locator('div', { hasText: 'Not relevant' }).getByText('33%').waitFor();
  });

  await step('a chart can be read as a table and downloaded as CSV', async () => {
    await region('Places').getByRole('button', { name: 'Table: Places' }).click();
    assert.equal(await region('Places').getByRole('row').count(), 3);
    const download = page.waitForEvent('download');
    await region('Places').getByRole('button', { name: 'CSV: Places' }).click();
    const file = await (await download).path();
    assert.match(
      await readFile(file, 'utf8'),
      /^\uFEFFPlace,Matches,Before\r\nr\/\w+,2,0\r\nr\/\w+,1,0\r\n$/,
    );
  });

  await step('a keyword filters the page and is kept in the address', async () => {
    await region('Keywords').getByRole('link', { name: KEYWORD }).click();
    await page.waitForURL(/\/analytics\?days=7&keyword=/);
    await page.reload();
    await region('Totals').getByText('3', { exact: true }).waitFor();
  });

  await step('a place leads to its matches', async () => {
    await region('Places').getByRole('link', { name: 'r/tools' }).click();
    await page.waitForURL(/\/notifications\/search\?subreddit=tools/);
    await page.locator('article', { hasText: `Two ${NAME}` }).waitFor();
  });
});
