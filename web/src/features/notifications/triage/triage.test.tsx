import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import type { Notification } from '@/api/types';
import { aNotification } from '@/testing/fixtures';
import { serveNotifications } from '@/testing/notification-server';
import { address, renderApp, signIn } from '@/testing/render-app';

// Imported here so that compiling it does not count against the first test.
import '../list/notifications-page';

/** Returns notifications, newest first, each an hour older than the one before. */
function titled(...titles: string[]): Notification[] {
  return titles.map((title, hours) =>
    aNotification({
      _id: title,
      createdAt: new Date(Date.now() - hours * 3_600_000).toISOString(),
      redditPost: { ...aNotification().redditPost, title },
      matches: [],
    }),
  );
}
const of = (matchedKeyword: string, notifications: Notification[]) =>
  notifications.map((one) => ({ ...one, matchedKeyword }));

const toggle = (keyword = 'rust') =>
  screen.findByRole('button', { name: new RegExp(`"${keyword}"`) });
const item = (title: string) => screen.getByRole('article', { name: new RegExp(` ${title}$`) });
const shown = () =>
  screen.queryAllByRole('article').map((one) => within(one).getByRole('heading').textContent);
const inItem = (title: string, button: string) =>
  within(item(title)).getByRole('button', { name: button });

async function open(path = '/notifications') {
  const { user } = renderApp(path);
  await user.click(await toggle());
  return user;
}

beforeEach(() => signIn());
afterEach(() => {
  vi.useRealTimers();
});

test('a count of the millisecond in which a notification was archived does not lose it twice', async () => {
  vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
  const { asked } = serveNotifications(titled('a', 'b', 'c'));
  const user = await open();
  asked.length = 0;
  await user.click(inItem('b', 'Archive'));
  await waitFor(() => expect(asked).toContain('GET /notifications/unread/count'));
  expect(await screen.findByText('2 unread notifications')).toBeVisible();
});

describe.each([
  ['Delete notification', 'Notification deleted', 'DELETE /notifications/b', 'b/restore'],
  ['Archive', 'Notification archived', 'PATCH /notifications/b/archive', 'b/unread'],
  ['Mark as read', 'Marked as read', 'PATCH /notifications/b/read', 'b/unread'],
])('“%s”', (button, told, call, undoCall) => {
  test('takes the notification away at once, and the counts follow', async () => {
    const { asked } = serveNotifications(titled('a', 'b', 'c'));
    const user = await open();
    asked.length = 0;
    await user.click(inItem('b', button));
    await waitFor(() => expect(shown()).toEqual(['a', 'c']));
    expect(await screen.findByText('2 unread notifications')).toBeVisible();
    expect(await toggle()).toHaveAccessibleName(/2 notifications/);
    expect(
      screen.getByRole('link', { name: /^Notifications/, description: '2 unread' }),
    ).toBeVisible();
    expect(await screen.findByText(told)).toBeVisible();
    await waitFor(() => expect(asked).toContain(call));
  });

  test('is undone from its message, and the focus goes to what came back', async () => {
    const { asked } = serveNotifications(titled('a', 'b', 'c'));
    const user = await open();
    await user.click(inItem('b', button));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(shown()).toEqual(['a', 'b', 'c']));
    await waitFor(() => expect(item('b')).toHaveFocus());
    expect(asked).toContain(`PATCH /notifications/${undoCall}`);
    expect(await screen.findByText('3 unread notifications')).toBeVisible();
    expect(screen.queryByText(told)).toBeNull();
  });

  test('brings it back to its place when the server refuses, and says so', async () => {
    const { refuse } = serveNotifications(titled('a', 'b', 'c'));
    refuse(call.replace(/^\w+ /, ''));
    const user = await open();
    await user.click(inItem('b', button));
    expect(await screen.findByText('It broke')).toBeVisible();
    expect(shown()).toEqual(['a', 'b', 'c']);
    expect(await screen.findByText('3 unread notifications')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });
});

describe('an answer that left the server before the move and comes after it', () => {
  test('does not bring back a count', async () => {
    const { hold } = serveNotifications(titled('a', 'b', 'c'));
    const release = hold('/notifications/unread/count');
    const user = await open();
    await user.click(inItem('b', 'Archive'));
    await screen.findByText('Notification archived');
    release();
    expect(await screen.findByText('2 unread notifications')).toBeVisible();
  });

  test('does not bring back what was moved', async () => {
    const { asked, hold } = serveNotifications(titled('a', 'b', 'c'));
    const user = await open();
    await user.click(inItem('a', 'Archive'));
    await user.click(screen.getByRole('link', { name: 'Archived' }));
    await waitFor(async () => expect(await toggle()).toHaveAccessibleName(/1 notification/));
    const release = hold('/notifications/grouped');
    asked.length = 0;
    await user.click(screen.getByRole('link', { name: 'Unread' }));
    await waitFor(async () => expect(await toggle()).toHaveAccessibleName(/2 notifications/));
    await user.click(await toggle());
    await user.click(inItem('b', 'Archive'));
    await waitFor(() => expect(shown()).toEqual(['c']));
    const lists = () => asked.filter((call) => call.includes('/grouped'));
    await waitFor(() => expect(lists()).toHaveLength(2));
    release();
    await waitFor(() => expect(shown()).toEqual(['c']));
  });
});

test('an undo that is refused says so', async () => {
  const { refuse } = serveNotifications(titled('a', 'b'));
  refuse('/notifications/a/restore');
  const user = await open();
  await user.click(inItem('a', 'Delete notification'));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('That could not be undone')).toBeVisible();
  expect(shown()).toEqual(['b']);
});

test('the focus goes to the next notification, then to the one before, the next group, the heading', async () => {
  serveNotifications([...titled('a', 'b', 'c'), ...of('tea', titled('d'))]);
  const user = await open();
  await user.click(inItem('b', 'Archive'));
  await waitFor(() => expect(item('c')).toHaveFocus());
  await user.click(inItem('c', 'Archive'));
  await waitFor(() => expect(item('a')).toHaveFocus());
  await user.click(inItem('a', 'Archive'));
  await waitFor(async () => expect(await toggle('tea')).toHaveFocus());
  await user.click(await toggle('tea'));
  await user.click(inItem('d', 'Archive'));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Notifications' })).toHaveFocus());
});

describe('a whole group', () => {
  test('is read, and comes back when undone', async () => {
    const { asked } = serveNotifications([...titled('a', 'b'), ...of('tea', titled('c'))]);
    const { user } = renderApp('/notifications');
    await user.click(await screen.findByRole('button', { name: 'Mark read: all for rust' }));
    expect(await toggle()).toHaveAccessibleName(/0 notifications/);
    expect(await screen.findByText('1 unread notification')).toBeVisible();
    await waitFor(() => expect(asked).toContain('unread to read: a b'));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await toggle()).toHaveAccessibleName(/2 notifications/);
    await waitFor(async () => expect(await toggle()).toHaveFocus());
  });

  test('of more than can be moved back is read only once that is confirmed', async () => {
    const titles = Array.from({ length: 21 }, (_, index) => `n${index}`);
    serveNotifications(titled(...titles));
    const { user } = renderApp('/notifications');
    await user.click(await screen.findByRole('button', { name: 'Mark read: all for rust' }));
    const dialog = screen.getByRole('alertdialog', { name: 'Mark 21 notifications as read?' });
    await user.click(within(dialog).getByRole('button', { name: 'Mark all as read' }));
    expect(await screen.findByText('No notifications found')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });
});

describe('the filter', () => {
  test('is in the address and finds what was read and archived', async () => {
    serveNotifications([
      ...titled('a'),
      { ...aNotification({ _id: 'b', status: 'read' }), matchedKeyword: 'read one' },
      { ...aNotification({ _id: 'c', status: 'archived' }), matchedKeyword: 'kept one' },
    ]);
    const { user } = renderApp('/notifications');
    const filter = within(await screen.findByRole('navigation', { name: 'Show' }));
    expect(filter.getByRole('link', { name: 'Unread' })).toHaveAttribute('aria-current', 'page');
    await toggle();

    await user.click(filter.getByRole('link', { name: 'Read' }));
    expect(address()).toBe('/notifications?status=read');
    await toggle('read one');
    await user.click(filter.getByRole('link', { name: 'Archived' }));
    expect(address()).toBe('/notifications?status=archived');
    await toggle('kept one');
    expect(filter.getByRole('link', { name: 'Archived' })).toHaveAttribute('aria-current', 'page');
    await user.click(filter.getByRole('link', { name: 'Unread' }));
    expect(address()).toBe('/notifications');
  });

  test.each([
    ['read', 'Mark as unread', ['b/unread'], ['b/read']],
    ['read', 'Archive', ['b/archive'], ['b/unread', 'b/read']],
    ['archived', 'Mark as unread', ['b/unread'], ['b/archive']],
  ] as const)('%s: “%s” moves it, and undo moves it back', async (status, button, there, back) => {
    const { asked } = serveNotifications([aNotification({ _id: 'b', status })]);
    const patches = () =>
      asked
        .filter((call) => call.startsWith('PATCH'))
        .map((call) => call.split('/notifications/')[1]);
    const user = await open(`/notifications?status=${status}`);
    await user.click(inItem('A year of Rust', button));
    await waitFor(() => expect(patches()).toEqual(there));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await toggle();
    expect(patches()).toEqual([...there, ...back]);
  });
});

describe('keys', () => {
  test('j and k go through the notifications and open groups on the way', async () => {
    serveNotifications([...titled('a', 'b'), ...of('tea', titled('c', 'd'))]);
    const { user } = renderApp('/notifications');
    await toggle();
    for (const title of ['a', 'b', 'c', 'd', 'd']) {
      await user.keyboard('j');
      expect(item(title)).toHaveFocus();
    }
    for (const title of ['c', 'b', 'a', 'a']) {
      await user.keyboard('k');
      expect(item(title)).toHaveFocus();
    }
    // A closed group before the current one is opened at its end.
    await user.click(await toggle());
    await user.click(item('c'));
    await user.keyboard('k');
    expect(item('b')).toHaveFocus();
  });

  test('o, m, e and # act on the current notification, and u undoes the last first', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    const { asked } = serveNotifications(titled('a', 'b', 'c', 'd', 'e'));
    const { user } = renderApp('/notifications');
    await toggle();
    await user.keyboard('jo');
    expect(opened).toHaveBeenCalledOnce();
    await waitFor(() => expect(item('b')).toHaveFocus());
    await user.keyboard('m');
    await waitFor(() => expect(item('c')).toHaveFocus());
    await user.keyboard('e');
    await waitFor(() => expect(item('d')).toHaveFocus());
    await user.keyboard('#');
    await waitFor(() => expect(shown()).toEqual(['e']));
    for (const call of ['a/read', 'b/read', 'c/archive']) {
      await waitFor(() => expect(asked).toContain(`PATCH /notifications/${call}`));
    }
    expect(asked).toContain('DELETE /notifications/d');

    for (const title of ['d', 'c', 'b', 'a']) {
      await user.keyboard('u');
      await waitFor(() => expect(item(title)).toHaveFocus());
    }
    expect(shown()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  test('mean nothing in a field, in a combination and under a dialog', async () => {
    const titles = Array.from({ length: 21 }, (_, index) => `n${index}`);
    const { asked } = serveNotifications(titled(...titles));
    const { user } = renderApp('/notifications');
    await toggle();
    await user.keyboard('j');
    asked.length = 0;
    await user.keyboard('{Control>}e{/Control}{Meta>}e{/Meta}{Alt>}e{/Alt}');

    const field = document.body.appendChild(document.createElement('input'));
    field.focus();
    await user.keyboard('je');
    expect(field).toHaveValue('je');
    field.remove();

    await user.click(screen.getByRole('button', { name: 'Mark read: all for rust' }));
    await user.keyboard('e#j');
    await user.keyboard('{Escape}');
    expect(shown()).toHaveLength(20);
    expect(asked).toEqual([]);
  });

  test('are shown on the buttons that they press', async () => {
    serveNotifications(titled('a'));
    await open();
    const keys = within(item('a'))
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-keyshortcuts'));
    expect(keys).toEqual(['w', 'o', 'm', 'e', '!', 's', '#', null]);
  });
});
