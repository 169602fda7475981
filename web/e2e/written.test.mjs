// What people write: text from right to left has its own direction on every screen, and a word
// without an end makes no screen wider, however narrow it is.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { addWatch, call, newUser, storedSession } from './support/accounts.mjs';
import { openPage, stepsOf, until } from './support/browser.mjs';
import { overflow } from './support/checks.mjs';
import { addressOf } from './support/own.mjs';
import { browser, stack, startProduct } from './support/product.mjs';
import { makePost } from './support/stack.mjs';

/** A Hebrew word of 90 letters, in no other test's posts. */
const WORD = 'עכבישונים'.repeat(10);
const TITLE = `שאלה על ${WORD}`;
/** The width of a desktop page at 400 per cent, and that of a phone. */
const WIDTHS = [320, 390];

startProduct('everything');

/** In the page: returns the Hebrew texts without a direction of their own. */
function withoutDirection() {
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode;
    if (!/[\u0590-\u05ff]/.test(data) || !parentElement.checkVisibility()) continue;
    // Within a sentence, it is in quotes, which keep it apart.
    if (/[“"][\u0590-\u05ff]+[”"]/.test(data)) continue;
    if (!parentElement.closest('bdi, [dir=auto]')) found.push(parentElement.outerHTML);
  }
  return found;
}

test('what people wrote fits, and has its own direction', async (t) => {
  const names = { firstName: 'שרה', lastName: WORD };
  const session = await newUser(stack, addressOf('sarah'), names);
  const { token } = session;
  const step = stepsOf(t);
  const { page, context, problems } = await openPage(browser, stack.url, {
    storageState: storedSession(stack, session),
    reducedMotion: 'reduce',
  });
  const faults = [];
  const check = async (what) => {
    const found = await page.evaluate(withoutDirection);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      found.push(...(await overflow(page, width)));
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    faults.push(...found.map((fault) => `${what}: ${fault}`));
  };
  const shown = () => page.getByText(WORD).first().waitFor();

  await step('a keyword with tags and notes matches a post', async () => {
    const labels = { tags: ['עבודה', WORD.slice(0, 40)], notes: `הערה ${WORD}` };
    await addWatch(stack, token, WORD, labels);
    await makePost(stack, { subreddit: 'rust', title: TITLE, body: `${TITLE}\n\n> ${TITLE}` });
    await until('it is a notification', async () => {
      const { total } = (await call(stack, 'GET', '/notifications/stats', { token })).stats;
      return total === 1;
    });
  });

  await step('the card of the keyword, and its form', async () => {
    await page.goto('/keywords');
    await shown();
    await page.getByText('עבודה').waitFor();
    await check('the card');
    await page.getByRole('button', { name: `Edit ${WORD}` }).click();
    await page.locator('[aria-label="Live preview"] mark').first().waitFor();
    assert.equal(await page.getByPlaceholder('Enter keyword to watch').getAttribute('dir'), 'auto');
    await check('the form');
  });

  await step('the notification, as a card and as a row', async () => {
    await page.goto('/notifications');
    await shown();
    await check('the group');
    await page.getByRole('button', { name: new RegExp(`^"${WORD}"`) }).click();
    await page.locator('article blockquote').waitFor();
    await page.getByRole('button', { name: 'Why this alert?' }).click();
    await page.getByRole('group', { name: 'Why this alert' }).waitFor();
    await check('the notification');
    await page.evaluate(() => localStorage.setItem('density', 'rows'));
    await page.goto('/notifications?view=timeline');
    await page.locator('article').waitFor();
    await check('the row');
  });

  for (const path of ['/dashboard', '/analytics', '/settings', '/ai-insights', '/channels']) {
    await step(path, async () => {
      await page.goto(path);
      await page.locator('h1').waitFor();
      if (path !== '/channels') await shown();
      await check(path);
    });
  }

  assert.deepEqual(faults, []);
  assert.deepEqual(problems, []);
  await context.close();
});
