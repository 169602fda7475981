// Mutes from a notification with their clean-up and undo, the page that lists them, snoozes, and
// marking as not relevant.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { call } from './support/accounts.mjs';
import { until } from './support/browser.mjs';
import { openReader, postMatch as post } from './support/reader.mjs';
import { stack, startProduct } from './support/product.mjs';
import { KEYWORD, NAME } from './support/own.mjs';

startProduct('everything');

const cardOf = (page, title) => page.locator('article', { hasText: `${title} ${NAME}` });

async function openList(page) {
  await page.goto('/notifications');
  await page.getByRole('button', { name: new RegExp(`^"${KEYWORD}"`) }).click();
  await page.locator('article').first().waitFor();
}

/** Opens the dialog of a notification's card and chooses what to mute. */
async function choose(page, title, what) {
  await cardOf(page, title).getByRole('button', { name: 'Mute…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mute' });
  await dialog.getByRole('radio', { name: what }).check();
  return dialog;
}

async function confirm(page, dialog, said) {
  await dialog.getByRole('button', { name: 'Mute' }).click();
  await page.getByText(said).waitFor();
  await dialog.waitFor({ state: 'hidden' });
}

/** Hovers over the toast with this text, so that it stays until its button is pressed. */
const hold = (page, text) => page.getByText(text).hover();

test('mutes from a notification', async (t) => {
  const { page, step, mutes, listed } = await openReader(t, 'ada');

  await step('an author is muted, and their notifications are deleted', async () => {
    await post('One', 'loud_one');
    await post('Two', 'loud_one', 'tools');
    await post('Three', 'calm_one');
    await listed('Three', 'Two', 'One');
    await openList(page);
    const dialog = await choose(page, 'One', 'Everything by u/loud_one');
    await dialog.getByText('2 notifications. You can undo this').waitFor();
    await dialog.getByRole('checkbox').check();
    await confirm(page, dialog, `loud_one is muted for “${KEYWORD}”`);
    await hold(page, '2 notifications were deleted');
    await cardOf(page, 'One').waitFor({ state: 'hidden' });
    await listed('Three');
  });

  await step('undo ends the mute and restores the notifications', async () => {
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('loud_one is no longer muted').waitFor();
    await cardOf(page, 'One').waitFor();
    await listed('Three', 'Two', 'One');
    assert.deepEqual(await mutes(), []);
  });

  await step('a subreddit, a thread and a word are muted', async () => {
    await confirm(page, await choose(page, 'Two', 'Everything in r/tools'), 'r/tools is muted for');
    await confirm(page, await choose(page, 'Three', 'This thread'), 'The thread is muted for');
    const dialog = await choose(page, 'One', /a word or phrase/);
    await dialog.getByRole('textbox', { name: 'Word or phrase' }).fill('Giveaway');
    await dialog.getByLabel('Where').selectOption('For all keywords');
    await dialog.getByLabel('How long').selectOption('For a day');
    await confirm(page, dialog, '“Giveaway” is muted');
    assert.equal((await mutes()).length, 3);
  });

  await step('the mutes suppress what they name, and nothing else', async () => {
    await post('Four', 'calm_one', 'tools');
    await post('A giveaway of', 'calm_one');
    // The forum is read in order: once the last post is listed, the others have been read.
    await post('Five', 'loud_one');
    await listed('Five', 'Three', 'Two', 'One');
  });

  await step('a page lists every mute and ends them', async () => {
    await page.goto('/settings');
    await page.getByRole('link', { name: 'See what is muted' }).click();
    const list = page.getByRole('list', { name: 'Mutes' });
    await list.getByText('r/tools', { exact: true }).waitFor();
    await list.getByText(`Three ${NAME}`).waitFor();
    await list
      .getByRole('listitem')
      .filter({ hasText: 'Giveaway' })
      .getByText(/^For all keywords • until /)
      .waitFor();
    await page.getByRole('button', { name: /^Unmute r\/tools/ }).click();
    await page.getByText('r/tools is no longer muted').waitFor();
    await list.getByText('r/tools', { exact: true }).waitFor({ state: 'detached' });
    await post('Six', 'calm_one', 'tools');
    await listed('Six', 'Five', 'Three', 'Two', 'One');
  });
});

test('marking as not relevant, and snoozing', async (t) => {
  const { session, page, step, titles, listed } = await openReader(t, 'bea');

  await step('a notification that is not relevant is archived, and undo restores it', async () => {
    await post('Beside', 'calm_one');
    await post('Right', 'calm_one');
    await listed('Right', 'Beside');
    await openList(page);
    await cardOf(page, 'Beside').getByRole('button', { name: 'Not relevant' }).click();
    await hold(page, 'Marked as not relevant, and archived');
    await listed('Right');
    assert.deepEqual(await titles('archived'), ['Beside']);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await cardOf(page, 'Beside').waitFor();
    await listed('Right', 'Beside');
  });

  await step('a keyword is snoozed until the snooze is ended', async () => {
    // The page shows both states before the server has answered.
    const snoozedUntil = async () =>
      (await call(stack, 'GET', '/keywords', session)).watches[0].snoozedUntil;
    await page.goto('/keywords');
    await page.getByRole('button', { name: `Snooze ${KEYWORD}` }).click();
    await page.getByRole('menuitem').first().click();
    await page.getByText(/^Snoozed until/).waitFor();
    await until('the snooze is stored', snoozedUntil, (time) => new Date(time) > new Date());
    await page.getByRole('button', { name: `End snooze: ${KEYWORD}` }).click();
    await page.getByText(/^Snoozed until/).waitFor({ state: 'detached' });
    await until('its end is stored', snoozedUntil, (time) => time === null);
  });
});
