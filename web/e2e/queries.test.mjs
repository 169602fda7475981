// Queries: an alert that explains itself, exclusions that suppress posts, and keywords imported
// from a list.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { addWatch, call } from './support/accounts.mjs';
import { until } from './support/browser.mjs';
import { makePost } from './support/stack.mjs';
import { notificationsOf, visitAs } from './support/visit.mjs';
import { stack, startProduct } from './support/product.mjs';

const QUERY = '(quillquery OR "quill query") -giveaway flair:release';

startProduct('everything');

test('a query, why it matched, and an import', async (t) => {
  const { session, page, step } = await visitAs(t, 'ada');

  const card = (title) => page.locator('article', { hasText: title });
  const post = (title, more = {}) =>
    makePost(stack, { subreddit: 'tools', title, body: '', flair: 'Release', ...more });

  await step('posts that the query or the exclusions leave out bring no alert', async () => {
    await addWatch(stack, session.token, QUERY, {
      mode: 'query',
      excludedSubreddits: ['memes'],
      excludedAuthors: ['loud_one'],
    });
    await post('Quillquery 2.0 is out', { body: 'The quill query is back.' });
    await post('A Quillquery giveaway');
    await post('Quillquery without a label', { flair: 'Question' });
    await post('Quillquery, the joke', { subreddit: 'memes' });
    await post('Quillquery, again and again', { author: 'loud_one' });
    // The forum is read in order: once the last post is listed, the others have been read.
    await post('A quill query for everyone');
    await until(
      'the last post is an alert',
      async () => (await notificationsOf(session)).map(({ redditPost }) => redditPost.title),
      (titles) => `${titles}` === 'A quill query for everyone,Quillquery 2.0 is out',
    );
  });

  await step('the card shows where the query matched', async () => {
    await page.goto('/notifications');
    await page.getByRole('button', { name: /^"\(quillquery OR/ }).click();
    const first = card('Quillquery 2.0 is out');
    await first.locator('h2 mark', { hasText: 'Quillquery' }).waitFor();
    await first.getByText('Also matched in the flair:').locator('mark').waitFor();
  });

  await step('“Why this alert?” lists the parts of the query, and closes again', async () => {
    const first = card('Quillquery 2.0 is out');
    const button = first.getByRole('button', { name: 'Why this alert?' });
    await button.click();
    const panel = first.getByRole('group', { name: 'Why this alert' });
    await panel.getByRole('listitem').first().waitFor();
    const marks = await panel.locator('code').first().locator('mark').allTextContents();
    // The mark may include the minus sign of an exclusion.
    assert.match(`${marks}`, /^quillquery,"quill query",-?giveaway,flair:release$/);
    const rows = await panel.getByRole('listitem').allTextContents();
    assert.equal(rows.length, 4);
    assert.match(rows[0], /^quillquery\s*in the title/);
    assert.match(rows[1], /quill query.*in the text/);
    assert.match(rows[2], /^-giveaway\s*does not appear/);
    assert.match(rows[3], /^flair:release\s*in the flair/);
    await button.press('Enter');
    await panel.waitFor({ state: 'detached' });
  });

  await step('after a change of the keyword, it shows what would exclude the post', async () => {
    const { watches } = await call(stack, 'GET', '/keywords', session);
    const { _id, subreddits } = watches[0];
    const body = { keyword: 'quillquery -out', mode: 'query', subreddits };
    await call(stack, 'PUT', `/keywords/${_id}`, { token: session.token, body });
    const first = card('Quillquery 2.0 is out');
    await first.getByRole('button', { name: 'Why this alert?' }).click();
    const panel = first.getByRole('group', { name: 'Why this alert' });
    await panel.getByText('The keyword has changed since then.').waitFor();
    await panel.getByText('-out excludes it').waitFor();
    await panel.locator('mark', { hasText: 'out' }).waitFor();
  });

  await step('a list from F5Bot is imported, and its errors are shown', async () => {
    await page.goto('/keywords');
    await page.getByRole('button', { name: 'Import' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import keywords' });
    const list = Buffer.from(`green tea\nacme.com only-reddit\n\nGREEN TEA\n${'x'.repeat(201)}\n`);
    const file = { name: 'keywords.txt', mimeType: 'text/plain', buffer: list };
    await dialog.getByLabel('Choose a file').setInputFiles(file);
    await dialog.getByText('4 keywords').waitFor();
    await dialog.getByRole('radio', { name: 'List', checked: true }).waitFor();
    await dialog.getByRole('button', { name: 'Import' }).click();
    await dialog
      .getByRole('heading', { name: '2 keywords were added, 2 lines were not' })
      .waitFor();
    const refused = dialog.getByRole('region', { name: 'Lines that were not imported' });
    await refused.getByText('Your keyword “green tea” already finds the same').waitFor();
    await refused.getByText('Line 5').waitFor();
    await dialog.getByText('1 note').click();
    await dialog.getByText('(line 2)').waitFor();
  });

  await step('a rejected line is changed and imported, the others are not sent again', async () => {
    const dialog = page.getByRole('dialog', { name: 'Import keywords' });
    await dialog.getByRole('button', { name: 'Edit and import again' }).click();
    const field = dialog.getByLabel('Your keywords');
    assert.equal(await field.inputValue(), `GREEN TEA\n${'x'.repeat(201)}`);
    await field.fill('keyword,mode,subreddits\n"tea OR coffee",query,tea\n');
    await dialog.getByRole('radio', { name: 'Table (CSV)' }).check();
    await dialog.getByRole('button', { name: 'Import' }).click();
    await dialog.getByRole('heading', { name: '1 keyword was added' }).waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByText('4 keywords • 4 active').waitFor();
    await page.getByRole('heading', { name: 'tea OR coffee' }).waitFor();
  });
});
