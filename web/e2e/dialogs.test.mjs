// Every dialog with a form: text that is typed at once lands in its first field, and the keyword
// dialog keeps its height.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openReader, postMatch } from './support/reader.mjs';
import { startProduct } from './support/product.mjs';
import { KEYWORD } from './support/own.mjs';

startProduct('everything');

const button = (page, name) => page.getByRole('button', { name }).first().click();

/** How each dialog is opened, and the label of the field that receives what is typed. */
const dialogs = [
  { path: '/keywords', open: (page) => button(page, 'Add Keyword'), field: 'Keyword' },
  { path: '/keywords', open: (page) => button(page, `Edit ${KEYWORD}`), field: 'Keyword' },
  { path: '/keywords', open: (page) => button(page, 'Import'), field: 'Your keywords' },
  { path: '/mutes', open: (page) => button(page, 'Mute something'), field: 'Author' },
  { path: '/settings', open: (page) => button(page, 'Edit profile'), field: 'First name' },
  { path: '/settings', open: (page) => button(page, 'Create key'), field: 'Name' },
  { path: '/settings', open: (page) => button(page, 'Delete account'), field: 'Your password' },
  {
    path: `/notifications/search?q=${KEYWORD}`,
    open: (page) => button(page, 'Save search'),
    field: 'Name',
  },
  {
    path: '/channels',
    open: async (page) => {
      await button(page, /^Add (your first|a) channel/);
      await button(page, /^Webhook/);
    },
    field: 'Address',
  },
  {
    path: '/dashboard',
    open: (page) => page.keyboard.press('ControlOrMeta+K'),
    field: 'Search pages, actions and keywords',
  },
];

/** In the page: returns whether a text field of this name has the focus. */
function isFocused(name) {
  const field = document.activeElement;
  if (!field?.matches('textarea, input:not([type=radio], [type=checkbox])')) return false;
  return (field.getAttribute('aria-label') ?? field.labels[0]?.textContent) === name;
}

const boxOf = async (dialog) => {
  const { y, height } = await dialog.boundingBox();
  return { y: Math.round(y), height: Math.round(height) };
};

/** Waits until the dialog's animations have finished. */
const rests = (page) =>
  page.waitForFunction(() => document.getAnimations().every((a) => a.playState === 'finished'));

test('dialogs', async (t) => {
  const { page, step, listed } = await openReader(t, 'ada');
  await postMatch('One', 'somebody');
  await listed('One');

  for (const { path, open, field } of dialogs) {
    await step(`text typed at once lands in “${field}” of a dialog on ${path}`, async () => {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await open(page);
      await page.waitForFunction(isFocused, field);
      await page.keyboard.press('End');
      await page.keyboard.type('zq');
      assert.match(await page.evaluate(() => document.activeElement.value), /zq$/);
    });
  }

  await step('the keyword dialog keeps its place and height whatever is typed', async () => {
    await page.goto('/keywords');
    await button(page, 'Add Keyword');
    const dialog = page.getByRole('dialog', { name: 'Add New Keyword' });
    await dialog.getByText(/^Searches the/).waitFor();
    await rests(page);
    const before = await boxOf(dialog);
    await page.keyboard.type(KEYWORD);
    await dialog.getByText(/^Searched/).waitFor();
    assert.deepEqual(await boxOf(dialog), before);
    await dialog.getByRole('combobox', { name: 'Subreddits' }).fill('no, such');
    await dialog.getByRole('combobox', { name: 'Subreddits' }).press('Tab');
    await dialog.getByText('Invalid subreddit').first().waitFor();
    assert.deepEqual(await boxOf(dialog), before);
  });
});
