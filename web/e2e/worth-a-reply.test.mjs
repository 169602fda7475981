// A user orders matches by what is worth a reply, reads why, and lists only those without replies.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { until } from './support/browser.mjs';
import { openReader, postMatch } from './support/reader.mjs';
import { makePost } from './support/stack.mjs';
import { stack, startProduct } from './support/product.mjs';
import { NAME } from './support/own.mjs';

startProduct('plans');

test('matches that are worth a reply come first, with the reasons', async (t) => {
  const { page, step, listed } = await openReader(t, 'eve');
  const titles = () => page.locator('article h2').allTextContents();
  const reasonsOf = (title) =>
    page.locator('article', { hasText: title }).getByRole('list', { name: 'Why to reply, or not' });
  const order = async (name) => {
    await page.getByRole('button', { name: /^Order: / }).click();
    await page.getByRole('menuitemradio', { name }).click();
  };

  await step('three posts match, and one of them asks a question', async () => {
    await makePost(stack, {
      ...{ subreddit: 'rust', author: 'calm_one', title: `Answered: ${NAME}`, comments: 9 },
    });
    await postMatch('Who has a nice old', 'calm_one');
    await postMatch('Which one? A new or an old', 'calm_one');
    await listed('Which one? A new or an old', 'Who has a nice old', 'Answered:');
  });

  await step('the question comes first, and the answered post last', async () => {
    await page.goto('/notifications');
    await order('Worth a reply');
    await page.getByText('Asks a question').waitFor();
    assert.match(page.url(), /\?view=worth-a-reply$/);
    const [first, , last] = await titles();
    assert.match(first, /^Which one\?/);
    assert.match(last, /^Answered:/);
    await reasonsOf('Which one?').getByText('No replies').waitFor();
    await reasonsOf('Answered:').getByText('9 replies').waitFor();
    await reasonsOf('Answered:').getByText('Posted').waitFor();
  });

  await step('only matches without replies are listed', async () => {
    await order('Without replies');
    await until('two are listed', titles, ({ length }) => length === 2);
    assert.deepEqual(await page.locator('article', { hasText: 'Answered:' }).count(), 0);
  });

  await step('archived matches disappear, and the list remembers its order', async () => {
    for (const title of ['Which one?', 'Who has']) {
      const card = page.locator('article', { hasText: title });
      await card.getByRole('button', { name: 'Archive' }).click();
      await card.waitFor({ state: 'hidden' });
    }
    await page.getByText('No unread match without replies was posted').waitFor();
    await page.getByRole('link', { name: 'Keywords', exact: true }).first().click();
    await page
      .getByRole('link', { name: /^Notifications/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Order: Without replies' }).waitFor();
  });
});
