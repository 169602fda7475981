// The whole story without a mouse: every control can be reached, seen and used with the keyboard
// alone, and the focus is never lost.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { apiGet, glimpse, until } from './support/browser.mjs';
import { fillingInKeyword, registering, signingIn, unsubscribing } from './support/journey.mjs';
import { makePost } from './support/stack.mjs';
import { visit } from './support/visit.mjs';
import { stack, startProduct } from './support/product.mjs';
import { addressOf } from './support/own.mjs';

const EMAIL = addressOf('ada');
const TABS_MAX = 80;

startProduct('plans');

/** In the page: returns what has the focus, and whether the focus is visible. */
function focused() {
  const element = document.activeElement;
  if (element === null || element === document.body) return { name: 'nothing', lost: true };
  const outlined = (node) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(node);
    return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0;
  };
  const box = element.getBoundingClientRect();
  const inView = box.bottom > 0 && box.top < innerHeight && box.width > 1 && box.height > 1;
  const frame = element.closest(':focus-within:not(:focus)');
  // A dialog takes over the focus when what had it goes, such as a remark of the preview.
  const isDialog = element.matches('[role=dialog], [role=alertdialog]');
  const visible =
    isDialog || (inView && (outlined(element) || (frame !== null && outlined(frame))));
  return { name: element.outerHTML.slice(0, 200), lost: false, visible };
}

/** Waits for the focus: an overlay returns it a moment after it has closed. */
async function assertFocus(page, when) {
  const isKept = () => document.activeElement !== null && document.activeElement !== document.body;
  await page.waitForFunction(isKept).catch(() => {
    assert.fail(`the focus is lost ${when}`);
  });
}

/** Waits until a control has the focus. */
const assertFocused = (page, control) => control.and(page.locator(':focus')).waitFor();

/** Waits for a screen that a link leads to: until its heading has the focus, keys can get lost. */
const arriveAt = (page, name) => assertFocused(page, page.getByRole('heading', { level: 1, name }));

/** Waits until a dialog has the focus: before, it does not react to Escape. */
const assertOpen = (dialog) => dialog.locator(':scope:focus, :focus').waitFor();

/** Presses `key` until `target` has the focus; each stop on the way must be visible. */
async function reach(page, target, key = 'Tab') {
  await target.first().waitFor();
  let starts = 0;
  for (let presses = 0; presses < TABS_MAX; presses++) {
    if (await target.first().evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
    const { name, lost, visible } = await page.evaluate(focused);
    // After the last control, the focus leaves the page and enters it again at its start.
    if (lost) starts += 1;
    else assert.ok(visible, `the focus cannot be seen on ${name}`);
    assert.ok(starts <= 1, 'the keys leave the page twice');
  }
  assert.fail(`not reached with ${TABS_MAX} times ${key}: ${target}`);
}

async function type(page, field, text) {
  await reach(page, field);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
}

async function press(page, target, key = 'Enter') {
  await reach(page, target);
  await page.keyboard.press(key);
}

test('the whole story with the keyboard alone', async (t) => {
  const { page, context, step } = await visit(t);
  const button = (name) => page.getByRole('button', { name });
  const link = (name) => page.getByRole('link', { name });
  const field = (name) => page.getByLabel(name, { exact: true });
  const driver = {
    press: (role, name) => press(page, page.getByRole(role, { name }).first()),
    type: (name, text) => type(page, field(name), text),
    arrive: (name) => arriveAt(page, name),
    sees: (name) => page.getByRole('heading', { name }).waitFor(),
  };

  await step('registering', () => registering(page, driver, EMAIL));

  await step('signing in', () => signingIn(page, driver, EMAIL));

  await step('skipping the menu', async () => {
    await page.goto('/keywords');
    await page.getByRole('heading', { name: 'Keyword Watches' }).waitFor();
    await page.keyboard.press('Tab');
    await assertFocused(page, link('Skip to content'));
    await page.keyboard.press('Enter');
    await page.locator('#content:focus').waitFor();
  });

  await step('adding a keyword', async () => {
    await driver.press('link', 'Dashboard');
    await driver.arrive('Welcome back, Ada!');
    await fillingInKeyword(driver, 'quillkeys');
    const dialog = page.getByRole('dialog', { name: 'Add New Keyword' });
    await type(page, dialog.getByRole('combobox'), 'web');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await dialog.waitFor();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('Backspace');
    const add = dialog.getByRole('button', { name: 'Add Keyword' });
    await glimpse(page, 'Keyword added successfully!', () => press(page, add));
    await dialog.waitFor({ state: 'hidden' });
    await assertFocus(page, 'after the dialog');
  });

  await step('changing it', async () => {
    await press(page, button('Edit quillkeys'));
    const dialog = page.getByRole('dialog', { name: 'Edit Keyword' });
    await type(page, dialog.getByPlaceholder('Enter keyword to watch'), 'Quillkeys');
    const save = () => page.keyboard.press('Enter');
    await glimpse(page, 'Keyword updated successfully!', save);
    await dialog.waitFor({ state: 'hidden' });
    await assertFocus(page, 'after the dialog');
  });

  await step('switching it off and on', async () => {
    const toggle = page.getByRole('switch', { name: 'Watch Quillkeys' });
    // The page shows both states before the server has answered.
    const isOn = async () => (await apiGet(page, '/api/keywords')).watches[0].isActive;
    await press(page, toggle, 'Space');
    await page.getByText('1 keyword • 0 active').waitFor();
    await assertFocus(page, 'after switching off');
    await until('it is off', async () => !(await isOn()));
    await press(page, toggle, 'Space');
    await page.getByText('1 keyword • 1 active').waitFor();
    await assertFocus(page, 'after switching on');
    await until('it is on', isOn);
  });

  await step('going through notifications', async () => {
    for (const number of [1, 2, 3]) {
      await makePost(stack, { subreddit: 'rust', title: `Quillkeys ${number} is out` });
    }
    await until(
      'all three are there',
      async () => (await apiGet(page, '/api/notifications/stats')).stats.total,
      (total) => total === 3,
    );
    await press(page, link(/^Notifications/));
    await arriveAt(page, 'Notifications');
    const unread = (count) =>
      page.getByText(`${count} unread notification${count === 1 ? '' : 's'}`, { exact: true });
    const item = page.locator('article:focus');
    const act = async (key, left) => {
      await item.waitFor();
      await page.keyboard.press(key);
      await unread(left).waitFor();
      await assertFocus(page, `after ${key}`);
    };
    await unread(3).waitFor();
    // The count may appear before the list.
    await button(/"quillkeys"/i)
      .first()
      .waitFor();
    await page.keyboard.press('j');
    await item.filter({ hasText: 'Quillkeys 3' }).waitFor();
    await page.keyboard.press('j');
    await item.filter({ hasText: 'Quillkeys 2' }).waitFor();
    await page.keyboard.press('k');
    await item.filter({ hasText: 'Quillkeys 3' }).waitFor();
    await act('m', 2);
    await act('u', 3);
    await act('e', 2);
    await act('#', 1);
    await page.keyboard.press('s');
    const dialog = page.getByRole('dialog', { name: 'Mute' });
    await assertOpen(dialog);
    await press(page, dialog.getByRole('button', { name: 'Mute', exact: true }));
    await page.getByText(/ is muted for “quillkeys”$/i).waitFor();
    await dialog.waitFor({ state: 'hidden' });
    await assertFocus(page, 'after the dialog');
    const opened = context.waitForEvent('page');
    await act('o', 0);
    await (await opened).close();
  });

  await step('opening the list of shortcuts, and going to a page by name', async () => {
    await page.keyboard.press('?');
    await assertOpen(page.getByRole('dialog', { name: 'Keyboard shortcuts' }));
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await assertFocus(page, 'after the help');
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Command palette' });
    await assertFocused(page, palette.getByRole('combobox'));
    await page.keyboard.type('dash');
    await page.keyboard.press('Enter');
    await arriveAt(page, 'Welcome back, Ada!');
  });

  await step('saving settings', async () => {
    await press(page, link('Settings'));
    await arriveAt(page, 'Settings');
    await reach(page, field('Email Frequency'));
    await page.keyboard.press('ArrowDown');
    await press(page, button('Save All Changes'));
    await page.getByText('Settings updated successfully').waitFor();
    await assertFocus(page, 'after saving');
  });

  await step('deleting the keyword', async () => {
    await press(page, link('Keywords'));
    await arriveAt(page, 'Keyword Watches');
    await press(page, button('Delete Quillkeys'));
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await assertOpen(dialog);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await assertFocused(page, button('Delete Quillkeys'));
    await page.keyboard.press('Enter');
    await press(page, dialog.getByRole('button', { name: 'Delete' }));
    await page.getByText('No keywords set up yet').waitFor();
    await assertFocus(page, 'after the deletion');
    await until(
      'the server has none',
      async () => (await apiGet(page, '/api/keywords')).watches,
      ({ length }) => length === 0,
    );
  });

  await step('stopping all email alerts by the link in an email', () =>
    unsubscribing(page, driver, EMAIL, 'uillkeys'),
  );

  await step('signing out', async () => {
    await press(page, button('Sign out'));
    await link('Get Started').first().waitFor();
  });
});
