// Near misses: Harken finds posts that a keyword nearly matches, the keyword's card shows them, one
// click makes the keyword match them, and the next such post brings an alert.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { addWatch, call } from './support/accounts.mjs';
import { until } from './support/browser.mjs';
import { openReader } from './support/reader.mjs';
import { makePost } from './support/stack.mjs';
import { notificationsOf } from './support/visit.mjs';
import { stack, startProduct } from './support/product.mjs';

startProduct({
  // Keywords need not be a day old to have near misses.
  env: { HARKEN_SERVER__PLANS: 'off', HARKEN_LIMITS__NEAR_MISSES_AFTER_HOURS: '0' },
});

const post = (title) =>
  makePost(stack, { subreddit: 'rust', author: 'calm_one', title, body: 'Tell me more.' });

test('a keyword’s card shows a misspelling and a plural that it misses', async (t) => {
  const { session, page, step } = await openReader(t, 'cyd');
  const keywords = async () => (await call(stack, 'GET', '/keywords', session)).watches;
  const looked = async () =>
    (await call(stack, 'GET', '/keywords/near-misses', session)).watches.length;
  const named = async (name) => (await keywords()).some(({ keyword }) => keyword === name);
  const line = (name) => page.getByText(new RegExp(`^Near miss: .*${name}`));
  const button = (name) => page.getByRole('button', { name, exact: true });
  const dialog = page.getByRole('dialog', { name: 'Near misses' });

  await step('posts are stored that no keyword matches', async () => {
    const titles = [
      'A thistledwon pillow',
      'My thistledwon',
      'Two lampwicks',
      'One lampwick, please',
    ];
    for (const title of titles) await post(title);
    await until(
      'they are stored',
      async () => {
        const { items } = await call(stack, 'GET', '/items/recent?subreddits=rust', session);
        return items.map(({ title }) => title);
      },
      (stored) => titles.every((title) => stored.includes(title)),
    );
  });

  await step('keywords are added, and Harken finds near misses', async () => {
    const filters = { wholeWordOnly: true };
    for (const keyword of ['thistledown', 'lampwick']) {
      await addWatch(stack, session.token, keyword, { filters });
    }
    await until('it has looked', looked, (count) => count === 2);
  });

  await step('the cards name the near misses and show the posts', async () => {
    await page.goto('/keywords');
    await line('2 posts in 36 hours said “thistledwon”').waitFor();
    await line('1 post in 36 hours had “lampwick” inside a longer word').waitFor();
    await button('See the posts: thistledown').click();
    const posts = dialog.getByRole('list', { name: '2 posts in 36 hours said “thistledwon”.' });
    await posts.getByText('A thistledwon pillow').waitFor();
    await posts.locator('mark', { hasText: 'thistledwon' }).first().waitFor();
    assert.equal(await posts.getByRole('listitem').count(), 2);
  });

  await step('the keyword is changed to match them, and the change is undone', async () => {
    await dialog.getByRole('button', { name: 'Match these too' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('“thistledown” was changed').hover();
    assert.ok(await named('thistledown OR thistledwon'));
    await line('thistledwon').waitFor({ state: 'hidden' });
    await button('Undo').click();
    await page.getByText('“thistledown” is as it was before').waitFor();
    assert.ok(await named('thistledown'));
    await button('Match these too: lampwick').click();
    await page.getByText('“lampwick” was changed').waitFor();
    await line('lampwick').waitFor({ state: 'hidden' });
  });

  await step('the next plural brings an alert', async () => {
    await post('Three lampwicks');
    await until('it is listed', async () => {
      const notifications = await notificationsOf(session);
      return notifications.some(({ redditPost }) => redditPost.title === 'Three lampwicks');
    });
  });

  await step('a near miss that is found again is dismissed', async () => {
    // The undo restored the rule, so Harken looks for its near misses again.
    await until('it has looked', looked, (count) => count === 1);
    await page.reload();
    await button('Dismiss near miss: thistledown').click();
    await line('thistledwon').waitFor({ state: 'hidden' });
    await until('the answer is there', looked, (count) => count === 0);
    await page.reload();
    await page.getByRole('heading', { name: 'thistledown' }).waitFor();
    assert.equal(await line('').count(), 0);
  });
});
