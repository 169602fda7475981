// The inbox does not jump: whatever is done with one notification, and whatever arrives, all others
// keep their position on the screen until the user asks for more.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { call } from './support/accounts.mjs';
import { until } from './support/browser.mjs';
import { openReader, postMatch } from './support/reader.mjs';
import { stack, startProduct } from './support/product.mjs';
import { KEYWORD, NAME } from './support/own.mjs';

/** More than the timeline shows at once. */
const COUNT = 60;
const TITLES = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'];

startProduct('everything');

const cardOf = (page, title) => page.locator('article', { hasText: `${title} ${NAME}` });

/** Returns the top of each visible card on the screen, by its heading. */
function places(page) {
  return page.locator('article').evaluateAll((cards) => {
    const there = cards.filter((card) => getComputedStyle(card).visibility === 'visible');
    return Object.fromEntries(
      there.map((card) => [card.querySelector('h2').textContent, card.getBoundingClientRect().top]),
    );
  });
}

/** Runs `act`, and checks that only the card `gone` has disappeared and no other one has moved. */
async function staysDuring(page, gone, act) {
  const before = await places(page);
  await act();
  if (gone) await cardOf(page, gone).waitFor({ state: 'hidden' });
  const now = await places(page);
  for (const title of Object.keys(before)) {
    if (gone && title.startsWith(gone)) assert.equal(now[title], undefined, title);
    else assert.equal(now[title], before[title], `${title} has moved`);
  }
  assert.ok(Object.keys(now).length >= Object.keys(before).length - 1);
}

for (const { view, density } of [
  { view: 'keywords', density: 'cards' },
  { view: 'timeline', density: 'cards' },
  { view: 'timeline', density: 'rows' },
]) {
  test(`nothing moves unless it is asked for: ${view}, ${density}`, async (t) => {
    const { page, step, listed } = await openReader(t, `${view}-${density}`);
    const pill = page.getByRole('button', { name: '1 new' });
    const press = async (title, name) => {
      // A row has no actions before.
      await cardOf(page, title).hover();
      await cardOf(page, title).getByRole('button', { name }).click();
    };

    await step('the list is opened', async () => {
      // Everything fits in the viewport, so that nothing has to be scrolled into view.
      await page.setViewportSize({ width: 1280, height: 2400 });
      for (const title of TITLES) await postMatch(title, `by_${title.toLowerCase()}`);
      await listed(...[...TITLES].reverse());
      await page.addInitScript((chosen) => localStorage.setItem('density', chosen), density);
      await page.goto(view === 'timeline' ? '/notifications?view=timeline' : '/notifications');
      if (view === 'keywords') {
        await page.getByRole('button', { name: new RegExp(`^"${KEYWORD}"`) }).click();
      }
      await cardOf(page, 'One').waitFor();
      await page.getByText('Tell me more.').first().waitFor();
    });

    await step('cards are archived, read, marked as not relevant, and restored', async () => {
      await staysDuring(page, 'Five', () => press('Five', 'Archive'));
      await staysDuring(page, 'Four', () => press('Four', 'Mark as read'));
      await staysDuring(page, 'Three', () => press('Three', 'Not relevant'));
      await listed('Six', 'Two', 'One');
      await staysDuring(page, null, async () => {
        await page.getByRole('button', { name: 'Undo archived' }).click();
        await cardOf(page, 'Five').waitFor();
      });
      await listed('Six', 'Five', 'Two', 'One');
    });

    await step('an author is muted and their matches are deleted', async () => {
      await press('Two', 'Mute…');
      const dialog = page.getByRole('dialog', { name: 'Mute' });
      await dialog.getByRole('radio', { name: 'Everything by u/by_two' }).check();
      await dialog.getByText('1 notification.').waitFor();
      await dialog.getByRole('checkbox').check();
      await staysDuring(page, 'Two', async () => {
        await dialog.getByRole('button', { name: 'Mute' }).click();
        await dialog.waitFor({ state: 'hidden' });
      });
    });

    await step('a match arrives', async () => {
      await staysDuring(page, null, async () => {
        await postMatch('Seven', 'by_seven');
        await pill.waitFor();
      });
      await pill.click();
      await cardOf(page, 'Seven').waitFor();
      await until(
        'what has left is tidied up',
        () => page.locator('article').count(),
        (count) => count === 4,
      );
    });

    if (density !== 'rows') return;
    await step('a match gets a star and a note', async () => {
      const kept = (name) => cardOf(page, 'One').getByRole('img', { name });
      await press('One', 'More actions');
      await page.getByRole('menuitem', { name: 'Star' }).click();
      await kept('Starred').waitFor();
      await press('One', 'More actions');
      await page.getByRole('menuitem', { name: 'Add note…' }).click();
      await page.getByRole('textbox', { name: 'Note' }).fill('Ask Ada');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await kept('Has a note').waitFor();
      await page.reload();
      await kept('Starred').waitFor();
    });

    await step('the view is saved, and opens from the menu and by its keys', async () => {
      await page.getByRole('button', { name: 'Save view' }).click();
      const dialog = page.getByRole('dialog', { name: 'Save view' });
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Late shift');
      await dialog.getByRole('button', { name: 'Save' }).click();
      // Loading another page would break the call off.
      await dialog.waitFor({ state: 'hidden' });
      const saved = page.getByRole('navigation', { name: 'Saved' }).getByRole('link');
      for (const open of [() => saved.click(), () => page.keyboard.type('g1')]) {
        await page.goto('/dashboard');
        await saved.getByText('Late shift', { exact: true }).waitFor();
        await open();
        await page.waitForURL(/[?]view=timeline&density=rows$/);
        await cardOf(page, 'Seven').waitFor();
      }
    });
  });
}

test('all that match are selected, archived, and undone as one, but nothing that arrives', async (t) => {
  const { page, step, session } = await openReader(t, 'all');
  const count = async (status) =>
    (await call(stack, 'GET', `/notifications?status=${status}&limit=1`, session)).pagination
      .totalItems;
  const counted = (status, wanted) =>
    until(
      `${wanted} are ${status}`,
      () => count(status),
      (now) => now === wanted,
    );
  const toolbar = page.getByRole('toolbar', { name: 'List' });

  await step('more are there than the timeline shows', async () => {
    for (let number = 1; number <= COUNT; number += 1)
      await postMatch(`Number ${number}`, 'writer');
    await counted('unread', COUNT);
    await page.goto('/notifications?view=timeline');
    await cardOf(page, `Number ${COUNT}`).waitFor();
    await toolbar.getByRole('checkbox', { name: 'Select all shown' }).check();
    await toolbar.getByText('All 50 shown are selected.').waitFor();
  });

  await step('all are selected with the keyboard', async () => {
    await toolbar.getByRole('button', { name: `Select all ${COUNT} unread` }).focus();
    await page.keyboard.press('Enter');
    await toolbar.getByText(`All ${COUNT} unread are selected.`).waitFor();
    await postMatch('Late', 'writer');
    await counted('unread', COUNT + 1);
    await page.keyboard.press('e');
    await page.getByText(`${COUNT} notifications archived`).waitFor();
    await counted('archived', COUNT);
    await cardOf(page, 'Late').waitFor();
  });

  await step('one undo moves them back', async () => {
    await page.keyboard.press('u');
    await counted('unread', COUNT + 1);
    assert.equal(await count('archived'), 0);
  });

  await step('a closed keyword is deleted from the list of keywords', async () => {
    await page.goto('/notifications?view=keywords');
    await page.getByRole('button', { name: new RegExp(`^"${KEYWORD}"`) }).waitFor();
    await toolbar.getByRole('checkbox', { name: 'Select all shown' }).click();
    await toolbar.getByRole('button', { name: `Select all ${COUNT + 1} unread` }).click();
    await toolbar.getByRole('button', { name: 'Delete: selected' }).click();
    await page.getByText('No notifications found').waitFor();
    await counted('unread', 0);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await counted('unread', COUNT + 1);
  });

  await step('all results of a search are marked as read', async () => {
    await page.goto(`/notifications/search?q=${KEYWORD}`);
    await toolbar.getByRole('checkbox', { name: 'Select all shown' }).check();
    await toolbar.getByRole('button', { name: 'Select all results' }).click();
    await toolbar.getByText(`All ${COUNT + 1} results are selected.`).waitFor();
    await toolbar.getByRole('button', { name: 'Mark as read: selected' }).click();
    await counted('read', COUNT + 1);
  });
});

test('cards wait for the renderer of their texts, and do not grow when it loads', async (t) => {
  const { page, listed } = await openReader(t, 'slow');
  await postMatch('One', 'by_one');
  await listed('One');
  let release;
  const isHeld = new Promise((held) => {
    void page.route('**/assets/post-content-*.js', async (route) => {
      const released = new Promise((resolve) => (release = resolve));
      held();
      await released;
      await route.continue();
    });
  });
  const answered = page.waitForResponse((answer) => answer.url().includes('/api/notifications?'));
  await page.goto('/notifications?view=timeline');
  await Promise.all([answered, isHeld]);
  await page.getByText('1 unread notification').waitFor();
  assert.equal(await page.locator('article').count(), 0);
  release();
  await cardOf(page, 'One').waitFor();
  await page.getByText('Tell me more.').waitFor();
});
