import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { aNotification } from '@/testing/fixtures';
import { setNetwork } from '@/testing/network';
import { serveNotifications } from '@/testing/notification-server';
import { renderApp, signIn } from '@/testing/render-app';
import { endWaits } from '@/testing/waits';

// Imported here so that compiling it does not count against the first test.
import '../list/notifications-page';

const titled = (...titles: string[]) =>
  titles.map((title) =>
    aNotification({
      _id: title,
      redditPost: { ...aNotification().redditPost, title },
      matches: [],
    }),
  );
const item = (title: string) => screen.getByRole('article', { name: new RegExp(` ${title}$`) });
const shown = () =>
  screen.queryAllByRole('article').map((one) => within(one).getByRole('heading').textContent);
const press = (title: string, button: string) =>
  within(item(title)).getByRole('button', { name: button });

async function openOffline(...titles: string[]) {
  const { asked } = serveNotifications(titled(...titles));
  const { user } = renderApp('/notifications');
  await user.click(await screen.findByRole('button', { name: /"rust"/ }));
  setNetwork(false);
  asked.length = 0;
  return { user, asked };
}

beforeEach(() => signIn());
afterEach(() => {
  setNetwork(true);
  vi.restoreAllMocks();
});

test('without a network a move shows at once, and is made once the network is back', async () => {
  const { user, asked } = await openOffline('a', 'b');
  await user.click(press('a', 'Archive'));
  await waitFor(() => expect(shown()).toEqual(['b']));
  expect(screen.getByText('It is sent once you are back online.')).toBeVisible();
  expect(asked).toEqual([]);
  setNetwork(true);
  await waitFor(() => expect(asked).toContain('PATCH /notifications/a/archive'));
  expect(shown()).toEqual(['b']);
});

test('it is undone at once, and made and undone in this order', async () => {
  const { user, asked } = await openOffline('a', 'b');
  await user.click(press('a', 'Archive'));
  await waitFor(() => expect(shown()).toEqual(['b']));
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(shown()).toEqual(['a', 'b']));
  setNetwork(true);
  await waitFor(() => expect(asked).toContain('PATCH /notifications/a/unread'));
  expect(asked.filter((call) => call.startsWith('PATCH'))).toEqual([
    'PATCH /notifications/a/archive',
    'PATCH /notifications/a/unread',
  ]);
  expect(shown()).toEqual(['a', 'b']);
});

test('its place in the list undoes it, too, when the page was left meanwhile', async () => {
  const { user } = await openOffline('a', 'b');
  await user.click(press('a', 'Archive'));
  await user.click(screen.getByRole('link', { name: 'Dashboard' }));
  await user.click(await screen.findByRole('link', { name: /^Notifications/ }));
  await user.click(await screen.findByRole('button', { name: /"rust"/ }));
  expect(shown()).toEqual(['b']);
  // Until then, the message offers it.
  act(endWaits);
  await user.click(await screen.findByRole('button', { name: 'Undo archived' }));
  await waitFor(() => expect(shown()).toEqual(['a', 'b']));
});

test('a whole keyword is read only as far as it was listed', async () => {
  const now = vi.spyOn(Date, 'now');
  const { user, asked } = await openOffline('a', 'b');
  await user.click(screen.getByRole('button', { name: 'Mark read: all for rust' }));
  now.mockReturnValue(Date.now() + 60_000);
  setNetwork(true);
  await waitFor(() => expect(asked).toContain('unread to read: a b'));
  expect(asked).not.toContain('POST /notifications/read');
});
