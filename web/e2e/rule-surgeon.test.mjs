// After matches are marked as not relevant, the keyword's card suggests a change that drops them.
// It is reviewed, applied, undone and applied again, and the next such post brings no alert.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { call } from './support/accounts.mjs';
import { until } from './support/browser.mjs';
import { openReader, postMatch } from './support/reader.mjs';
import { notificationsOf } from './support/visit.mjs';
import { stack, startProduct } from './support/product.mjs';
import { KEYWORD, NAME } from './support/own.mjs';

startProduct('everything');

const cardOf = (page, title) => page.locator('article', { hasText: `${title} ${NAME}` });
const GIVEAWAYS = ['Win this giveaway of a', 'My summer giveaway with one', 'Last giveaway before'];

test('matches that are not relevant suggest a change of the keyword', async (t) => {
  const { session, page, step, titles, listed } = await openReader(t, 'cyd');
  const press = (title, name) => cardOf(page, title).getByRole('button', { name }).click();
  const keyword = async () => (await call(stack, 'GET', '/keywords', session)).watches[0].keyword;
  const dialog = page.getByRole('dialog', { name: 'See the difference' });
  const difference = dialog.getByRole('region', { name: 'Difference' });
  const suggestion = page.getByText('3 matches were not relevant. Excluding “giveaway”');

  await step('three are marked as not relevant, and one is read', async () => {
    for (const title of GIVEAWAYS) await postMatch(title, 'calm_one');
    await postMatch('How to hold a', 'calm_one');
    await postMatch('One more giveaway:', 'calm_one');
    await listed('One more giveaway:', 'How to hold a', ...[...GIVEAWAYS].reverse());
    await page.setViewportSize({ width: 1280, height: 2400 });
    await page.goto('/notifications');
    await page.getByRole('button', { name: new RegExp(`^"${KEYWORD}"`) }).click();
    for (const title of GIVEAWAYS) {
      await press(title, 'Not relevant');
      await cardOf(page, title).waitFor({ state: 'hidden' });
    }
    await press('How to hold a', 'Mark as read');
    await listed('One more giveaway:');
  });

  await step('the card suggests a change, and shows its effect', async () => {
    await page.goto('/keywords');
    await suggestion.waitFor();
    await page
      .getByText(
        'would drop them and keep the one you opened. It would drop 1 unread match as well.',
      )
      .waitFor();
    await page.getByRole('button', { name: `See the difference: ${KEYWORD}` }).click();
    await difference.getByText('4 matches go, 1 stays').waitFor();
    await difference.getByRole('heading', { name: 'Not relevant, and would go (3)' }).waitFor();
    await difference.getByRole('heading', { name: 'Unread, and would go (1)' }).waitFor();
    await difference.locator('mark', { hasText: NAME }).first().waitFor();
  });

  await step('the effect follows edits of the change', async () => {
    const query = dialog.getByRole('textbox', { name: 'Query' });
    assert.equal(await query.inputValue(), `*${KEYWORD}* -giveaway`);
    await query.fill(`*${KEYWORD}* -giveaway -hold`);
    await difference
      .getByRole('heading', { name: 'You opened these, and they would go (1)' })
      .waitFor();
    await query.fill(`*${KEYWORD}* -(`);
    await difference.getByRole('alert').waitFor();
    await query.fill(`*${KEYWORD}* -giveaway`);
    await difference.getByText('4 matches go, 1 stays').waitFor();
  });

  await step('the change is applied, undone and applied again', async () => {
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText(`“${KEYWORD}” was changed`).hover();
    assert.equal(await keyword(), `*${KEYWORD}* -giveaway`);
    await suggestion.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText(`“${KEYWORD}” is as it was before`).waitFor();
    assert.equal(await keyword(), KEYWORD);
    await page.getByRole('button', { name: `See the difference: ${KEYWORD}` }).click();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await until('it is stored', keyword, (now) => now !== KEYWORD);
  });

  await step('the next giveaway brings no alert, and a good post does', async () => {
    await postMatch('Another giveaway of a', 'calm_one');
    // The forum is read in order: once the last post is listed, the others have been read.
    await postMatch('How to clean a', 'calm_one');
    await listed('How to clean a', 'One more giveaway:');
    assert.ok(!(await titles('archived')).includes('Another giveaway of a'));
  });
});

test('a dismissed suggestion stays away until another match is not relevant', async (t) => {
  const { session, page, step, listed } = await openReader(t, 'dot');
  const note = page.getByRole('button', { name: `Dismiss: ${KEYWORD}` });
  const mark = async (count) => {
    const notifications = await notificationsOf(session);
    const giveaways = notifications.filter(({ redditPost }) => /giveaway/.test(redditPost.title));
    for (const { _id } of giveaways.slice(0, count)) {
      await call(stack, 'PATCH', `/notifications/${_id}/not-relevant`, session);
    }
  };

  await step('it is dismissed', async () => {
    const more = ['A fourth giveaway of', 'Some nice old'];
    const all = [...GIVEAWAYS, ...more].map((title) => `${title} again`);
    for (const title of all) await postMatch(title, 'calm_one');
    await listed(...all.reverse());
    await mark(3);
    await page.goto('/keywords');
    await note.click();
    await note.waitFor({ state: 'hidden' });
    // Leaving the page cancels calls that are still in flight.
    await until('the answer is there', async () => {
      const [watch] = (await call(stack, 'GET', '/keywords', session)).watches;
      const { proposal } = await call(stack, 'GET', `/keywords/${watch._id}/proposal`, session);
      return proposal === null;
    });
    await page.reload();
    await page.getByRole('heading', { name: KEYWORD }).waitFor();
    assert.equal(await note.count(), 0);
  });

  await step('it returns with the next match that is not relevant', async () => {
    await mark(1);
    await page.reload();
    await note.waitFor();
  });
});
