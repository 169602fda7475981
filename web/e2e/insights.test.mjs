// AI insights, end to end: asked for in a browser, made by the server's job, kept on both sides.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';

import { call, storedSession } from './support/accounts.mjs';
import { openBrowser, openPage } from './support/browser.mjs';
import { startStack } from './support/stack.mjs';
import { settle } from './support/world.mjs';

const CALLS_A_DAY = 5;

let stack;
let browser;
let reader;

before(async () => {
  stack = await startStack();
  browser = await openBrowser();
  ({ reader } = await settle(stack));
});

after(async () => {
  await browser?.close();
  await stack?.stop();
});

const open = async () => {
  const storageState = storedSession(stack, reader);
  const { context, page, problems } = await openPage(browser, stack.url, { storageState });
  await page.goto('/ai-insights');
  return { context, page, problems };
};

const result = (page) => page.getByRole('region', { name: 'Insights for compost' });
const stored = (page) => page.evaluate(() => localStorage.getItem('aiInsights'));

test('insights are made, kept, exported and cleared', { timeout: 120_000 }, async () => {
  const { context, page, problems } = await open();
  await page.getByText(`of ${CALLS_A_DAY}`).waitFor();
  await page.getByRole('button', { name: 'Generate Insights' }).click();
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
  assert.match(await readFile(await download.path(), 'utf8'), /\ncompost,no,/);

  const elsewhere = await open();
  await result(elsewhere.page).waitFor();
  await elsewhere.context.close();

  await page.getByRole('button', { name: 'Clear Insights' }).click();
  await result(page).waitFor({ state: 'detached' });
  assert.equal(await stored(page), null);
  assert.deepEqual(problems, []);
  await context.close();
});

test('the day’s last call leads to demo mode', { timeout: 120_000 }, async () => {
  const { token } = reader;
  for (;;) {
    const { remainingCalls } = await call(stack, 'GET', '/ai/usage', { token });
    if (remainingCalls === 0) break;
    await call(stack, 'POST', '/ai/comprehensive-insights', { token });
  }
  const { context, page } = await open();
  await page.getByText(/in demo mode with sample data/).waitFor();
  await page.getByRole('button', { name: 'Generate Insights' }).click();
  await page.getByText(/Please try again tomorrow\./).waitFor();
  await context.close();
});
