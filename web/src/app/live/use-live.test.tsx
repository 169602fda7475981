import { act, screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Notification } from '@/api/types';
import { setMatchToasts } from '@/lib/match-toasts';
import { aNotification } from '@/testing/fixtures';
import { aGate } from '@/testing/gate';
import { serveNotifications } from '@/testing/notification-server';
import { renderApp, signIn } from '@/testing/render-app';
import { liveStream, server } from '@/testing/server';

// Imported here so that compiling the page does not count against the first test.
import '../dashboard/dashboard-page';
import '@/features/keywords/list/keywords-page';
import '@/features/notifications/list/notifications-page';

const titled = (title: string, changes: Partial<Notification> = {}) =>
  aNotification({
    _id: title,
    redditPost: { ...aNotification().redditPost, title },
    matches: [],
    ...changes,
  });

/** Serves `known` and a stream over which other notifications arrive. */
function live(known: Notification[]) {
  const { arrive, asked, replace } = serveNotifications(known);
  const stream = liveStream();
  server.use(http.get('*/api/live', () => stream.response));
  return {
    asked,
    change: () => act(() => stream.send('changed', {})),
    /** Removes the item of `notification` from the forum. */
    remove: (notification: Notification) => {
      const redditPost = { ...notification.redditPost, title: '[removed]', content: '' };
      const tombstone = { ...notification, redditPost, gone: true };
      replace(tombstone);
      act(() => stream.send('gone', tombstone));
    },
    arrive: (notification: Notification) => {
      arrive(notification);
      act(() => stream.send('notification', notification));
    },
  };
}

const shown = () =>
  screen.queryAllByRole('article').map((one) => within(one).getByRole('heading').textContent);
const toggle = () => screen.findByRole('button', { name: /"rust"/ });
/** Waits until the menu counts `count` unread notifications. */
const menuCounts = (count: number) =>
  screen.findByRole('link', { name: /^Notifications/, description: `${count} unread` });
const pill = (name: string) => screen.findByRole('button', { name });

beforeEach(() => {
  signIn();
  document.head.innerHTML = '<link rel="icon" href="/favicon.svg">';
});
afterEach(() => {
  vi.restoreAllMocks();
});

test('what arrives before the stream begins is requested again', async () => {
  const { arrive } = serveNotifications([titled('First')]);
  const gate = aGate();
  server.use(
    http.get('*/api/live', async () => {
      await gate.opened;
      return liveStream().response;
    }),
  );
  const { user } = renderApp('/notifications');
  await toggle();
  arrive(titled('Second', { createdAt: new Date().toISOString() }));
  gate.open();
  await user.click(await pill('1 new'));
  await user.click(await toggle());
  await waitFor(() => expect(shown()).toEqual(['Second', 'First']));
});

const hideTab = (hidden: boolean) => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
};

test('arrivals wait behind “n new” and move nothing until it is pressed', async () => {
  const { arrive } = live([titled('old')]);
  const { user } = renderApp('/notifications');
  await user.click(await toggle());
  arrive(titled('one'));
  expect(await pill('1 new')).toBeVisible();
  arrive(titled('two', { matchedKeyword: 'tea' }));
  expect(await pill('2 new')).toBeVisible();
  expect(shown()).toEqual(['old']);
  expect(screen.queryByText('"tea"')).toBeNull();
  expect(await toggle()).toHaveAccessibleName(/1 notification/);
  // The badge counts all of them at once, and the pill makes a message unnecessary.
  expect(await screen.findByText('3 unread notifications')).toBeVisible();
  expect(screen.queryByText(/New match/)).toBeNull();

  await user.click(await pill('2 new'));
  await waitFor(() => expect(shown()).toEqual(['one', 'old']));
  expect(screen.getByText('"tea"')).toBeVisible();
  expect(screen.queryByRole('button', { name: /new$/ })).toBeNull();
  expect(screen.getByRole('heading', { name: 'Notifications' })).toHaveFocus();
});

test('a change of the list does not bring them in', async () => {
  const { arrive } = live([titled('a'), titled('b')]);
  const { user } = renderApp('/notifications');
  await user.click(await toggle());
  arrive(titled('new one'));
  await pill('1 new');
  const first = screen.getByRole('article', { name: / a$/ });
  await user.click(within(first).getByRole('button', { name: 'Archive' }));
  await waitFor(() => expect(shown()).toEqual(['b']));
  expect(await screen.findByText('2 unread notifications')).toBeVisible();
  expect(await pill('1 new')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(shown()).toEqual(['a', 'b']));
  expect(await pill('1 new')).toBeVisible();
});

test('what is removed in the forum loses its text in open lists', async () => {
  const telling = titled('A telling title');
  const { remove } = live([titled('stays'), telling]);
  const { user } = renderApp('/notifications');
  await user.click(await toggle());
  await waitFor(() => expect(shown()).toEqual(['stays', 'A telling title']));
  remove(telling);
  await waitFor(() => expect(screen.queryByText('A telling title')).toBeNull());
  expect(screen.getAllByRole('article')).toHaveLength(2);
});

test('any number of arrivals leaves what is being read in place', async () => {
  const { arrive } = live([titled('a'), titled('b')]);
  const { user } = renderApp('/notifications');
  await user.click(await toggle());
  for (let index = 1; index <= 21; index++) arrive(titled(`new ${index}`));
  await pill('21 new');
  const first = screen.getByRole('article', { name: / a$/ });
  await user.click(within(first).getByRole('button', { name: 'Delete notification' }));
  await waitFor(() => expect(shown()).toEqual(['b']));
  expect(await screen.findByText('22 unread notifications')).toBeVisible();
  expect(shown()).toEqual(['b']);
});

test('a list without anything to read shows arrivals by itself', async () => {
  const { arrive } = live([]);
  renderApp('/notifications');
  await screen.findByText('No notifications found');
  arrive(titled('the first'));
  expect(await toggle()).toBeVisible();
  expect(screen.queryByRole('button', { name: /new$/ })).toBeNull();
});

test('a list that is opened again shows the arrivals', async () => {
  const { arrive } = live([titled('old')]);
  const { user } = renderApp('/notifications');
  await toggle();
  await user.click(screen.getByRole('link', { name: 'Dashboard' }));
  await screen.findByRole('heading', { name: /Welcome/ });
  arrive(titled('one'));
  await menuCounts(2);
  await user.click(screen.getByRole('link', { name: /^Notifications/ }));
  await waitFor(async () => expect(await toggle()).toHaveAccessibleName(/2 notifications/));
  expect(screen.queryByRole('button', { name: /new$/ })).toBeNull();
});

test('what is deleted or restored elsewhere is fetched again', async () => {
  const { asked, change } = live([titled('old')]);
  renderApp('/notifications');
  await toggle();
  const lists = () => asked.filter((call) => call.startsWith('GET /notifications/grouped')).length;
  const before = lists();
  change();
  await waitFor(() => expect(lists()).toBeGreaterThan(before));
});

test('the tab counts what arrives while it is hidden, until it is seen', async () => {
  const { arrive } = live([]);
  renderApp('/dashboard');
  await screen.findByRole('heading', { name: /Welcome/ });
  const icon = () => document.querySelector('link[rel=icon]')?.getAttribute('href');
  await screen.findAllByText('Live');
  arrive(titled('seen at once'));
  await menuCounts(1);
  expect(document.title).toBe('Dashboard · Harken');

  hideTab(true);
  arrive(titled('one'));
  await waitFor(() => expect(document.title).toBe('(1) Dashboard · Harken'));
  arrive(titled('two'));
  await waitFor(() => expect(document.title).toBe('(2) Dashboard · Harken'));
  expect(icon()).toBe('/favicon-new.svg');
  hideTab(false);
  expect(document.title).toBe('Dashboard · Harken');
  expect(icon()).toBe('/favicon.svg');
});

test('a match shows no message by default: the menu counts it', async () => {
  const { arrive } = live([]);
  renderApp('/keywords');
  await screen.findAllByText('Live');
  arrive(titled('one'));
  expect(await menuCounts(1)).toBeVisible();
  expect(screen.queryByText(/New match/)).toBeNull();
});

test('users who turned messages on see one about matches where no screen shows them', async () => {
  setMatchToasts(true);
  const { arrive } = live([]);
  const { user } = renderApp('/dashboard');
  await screen.findAllByText('Live');
  arrive(titled('one'));
  expect(await menuCounts(1)).toBeVisible();
  expect(screen.queryByText(/New match/)).toBeNull();

  await user.click(screen.getByRole('link', { name: 'Keywords' }));
  await screen.findByRole('heading', { name: 'Keyword Watches' });
  arrive(titled('two'));
  expect(await screen.findByText(/New match/)).toBeVisible();
  arrive(titled('three'));
  expect(await screen.findByText('2 new matches')).toBeVisible();
  expect(screen.queryByText(/New match:/)).toBeNull();
});
