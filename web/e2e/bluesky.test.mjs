// Bluesky beside Reddit: a keyword that listens to it alone, its alerts, and a deleted post.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { deleteSky, makeSky } from './support/stack.mjs';
import { openKeywordForm } from './support/forms.mjs';
import { visitAs } from './support/visit.mjs';
import { stack, startProduct } from './support/product.mjs';

startProduct('everything');

test('a keyword on Bluesky', async (t) => {
  const { page, step } = await visitAs(t, 'ada');

  await step('the keyword listens to it, and not to Reddit', async () => {
    await page.goto('/keywords');
    const dialog = await openKeywordForm(page);
    await dialog.getByRole('textbox', { name: 'Keyword' }).fill('quillbluesky');
    await dialog.getByRole('checkbox', { name: 'Bluesky' }).check();
    await dialog.getByRole('checkbox', { name: 'Reddit' }).uncheck();
    await dialog.getByRole('button', { name: 'Add Keyword' }).click();
    await page.getByText('Keyword added successfully!').waitFor();
    await page.getByText('Bluesky • 0 matches').waitFor();
  });

  let post;
  await step('posts arrive in the open page, with their authors’ names', async () => {
    await page.goto('/notifications');
    post = await makeSky(stack, { text: 'A 🖋 quillbluesky, at last' });
    await page.getByRole('button', { name: /^"quillbluesky"/ }).click();
    await page.getByText('A 🖋 quillbluesky, at last').first().waitFor();
    await makeSky(stack, { text: 'My quillbluesky is older' });
    await page.getByRole('button', { name: '1 new' }).click();
    await page.getByText('My quillbluesky is older').first().waitFor();
    assert.equal(await page.getByText('did:plc:').count(), 0);
  });

  await step('a deleted post disappears from the open page', async () => {
    await deleteSky(stack, post);
    await page.getByText('Removed from Bluesky').first().waitFor();
    assert.equal(await page.getByText('A 🖋 quillbluesky, at last').count(), 0);
  });

  await step('the coverage page shows since when posts are complete', async () => {
    await page.goto('/coverage/bsky.app');
    await page.getByRole('heading', { name: 'Bluesky' }).waitFor();
    await page.getByText(/^Every post since/).waitFor();
  });
});
