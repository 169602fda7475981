// AI insights, end to end: requested in a browser, made by the server's job, kept on both sides.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

import { addWatch, call, newUser } from './support/accounts.mjs';
import { until } from './support/browser.mjs';
import { analysed } from './support/insights.mjs';
import { makePost } from './support/stack.mjs';
import { addressOf, KEYWORD, NAME } from './support/own.mjs';
import { visitWith } from './support/visit.mjs';
import { stack, startProduct } from './support/product.mjs';

const CALLS_A_DAY = 5;
/** The maximum height of a result for three keywords on a desktop, in pixels, to stay readable. */
const MAX_HEIGHT = 4_000;

/** Two keywords, one with four matches and one with two. */
const POSTS = [
  ['gardening', `${NAME} in a flat: what works?`, 'Looking for one that does not smell.'],
  ['composting', `A year of ${KEYWORD}, in numbers`, 'We give half of it away. Worms do the rest.'],
  ['gardening', `Is this ${KEYWORD} ready?`, 'It is dark and smells of earth.'],
  ['gardening', `${NAME}, explained`, ''],
  ['tea', 'Which quilljar for oolong?', 'My old one only knows boiling.'],
  ['BuyItForLife', 'A quilljar that lasts', 'Ours has boiled for 22 years.'],
];

let reader;

startProduct('plans', async () => {
  reader = await newUser(stack, addressOf('ada'));
  for (const keyword of [KEYWORD, 'quilljar']) await addWatch(stack, reader.token, keyword);
  for (const [subreddit, title, body] of POSTS) await makePost(stack, { subreddit, title, body });
  await until(
    'every post became a notification',
    async () => (await call(stack, 'GET', '/notifications/stats', reader)).stats.total,
    (total) => total === POSTS.length,
  );
});

const open = async (t) => {
  const { page } = await visitWith(t, reader);
  await page.goto('/ai-insights');
  return page;
};

/** Waits until the day of the call limit has enough time left for a test. */
const dayLasts = () =>
  until('the day lasts', async () => {
    const { resetTime } = await call(stack, 'GET', '/ai/usage', reader);
    return new Date(resetTime) - Date.now() > 60_000;
  });

/** Presses a button that reloads the page, and waits for the load. */
const reloads = (page, name) =>
  Promise.all([page.waitForEvent('load'), page.getByRole('button', { name }).click()]);

const stored = (page) => page.evaluate(() => localStorage.getItem('aiInsights'));
const result = (page) => page.getByRole('region', { name: `Insights for ${KEYWORD}` });

test('insights are made, kept, exported and cleared', async (t) => {
  await dayLasts();
  const page = await open(t);
  await page.getByText(`of ${CALLS_A_DAY}`).waitFor();
  await reloads(page, 'Generate Insights');
  await page.getByText('AI insights generated successfully!').waitFor();
  await result(page).waitFor();
  assert.match(await stored(page), /keywordInsights/);
  await page.getByText(/^4$/).first().waitFor();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    (async () => {
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('menuitem', { name: 'CSV' }).click();
    })(),
  ]);
  assert.match(download.suggestedFilename(), /^harken-insights-\d{4}-\d\d-\d\d\.csv$/);
  assert.match(await readFile(await download.path(), 'utf8'), new RegExp(`\\n${KEYWORD},no,`));

  const elsewhere = await open(t);
  await result(elsewhere).waitFor();

  await reloads(page, 'Clear Insights');
  await page.getByText(`of ${CALLS_A_DAY}`).waitFor();
  await page.getByRole('status', { name: /^Loading your/ }).waitFor({ state: 'detached' });
  await result(page).waitFor({ state: 'detached' });
  assert.equal(await stored(page), null);

  await page.getByRole('button', { name: 'Undo' }).click();
  await result(page).waitFor();
  assert.match(await stored(page), /keywordInsights/);
  const { result: kept } = await call(stack, 'GET', '/ai/insights', reader);
  assert.equal(kept.keywordInsights[0].isDemo, false);
});

test('three keywords are read on one page, and citations are opened by keyboard', async (t) => {
  const { page } = await visitWith(t, reader, { viewport: { width: 1_280, height: 800 } });
  await page.route('**/api/ai/insights', (route) => route.fulfill({ json: analysed }));
  await page.goto('/ai-insights');
  const last = page.getByRole('region', { name: 'Insights for sourdough starter' });
  await last.getByRole('list', { name: 'Recommendations' }).waitFor();
  assert.equal(analysed.result.keywordInsights.length, 3);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  assert.ok(height < MAX_HEIGHT, `the page is ${height} px high`);

  const fold = last.locator('summary', { hasText: 'Details, with the posts behind them' });
  const cited = last.getByRole('link', { name: /^Post 1: / }).first();
  assert.equal(await cited.isVisible(), false);
  await fold.focus();
  await page.keyboard.press('Enter');
  await cited.waitFor();
});

test('the day’s last call leads to demo mode', async (t) => {
  await dayLasts();
  const { token } = reader;
  for (;;) {
    const { remainingCalls } = await call(stack, 'GET', '/ai/usage', { token });
    if (remainingCalls === 0) break;
    await call(stack, 'POST', '/ai/comprehensive-insights', { token });
  }
  const page = await open(t);
  await page.getByText(/in demo mode with sample data/).waitFor();
  // The user's own results are never shown as demo data.
  await page.getByText('Demo: sample data').first().waitFor();
  assert.equal(await result(page).count(), 0);
  await page.getByRole('button', { name: 'Generate Insights' }).click();
  await page.getByText(/Please try again tomorrow\./).waitFor();

  await page.getByRole('button', { name: 'Show your own insights' }).click();
  await result(page).waitFor();
  assert.equal(await page.getByText('Demo: sample data').count(), 0);
});
