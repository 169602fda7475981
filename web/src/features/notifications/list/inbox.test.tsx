import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';

import type { MuteInput, Notification } from '@/api/types';
import { rememberArrival } from '@/lib/live/live-state';
import { aNotification } from '@/testing/fixtures';
import { serveNotifications } from '@/testing/notification-server';
import { address, renderApp, signIn } from '@/testing/render-app';
import { refusal, server } from '@/testing/server';

// Imported here so that compiling it does not count against the first test.
import './notifications-page';

beforeEach(() => signIn());

/** Returns notifications, newest first; the letter of a title is its keyword. */
const titled = (...titles: string[]): Notification[] =>
  titles.map((title, hours) => ({
    ...aNotification({
      _id: title,
      createdAt: new Date(Date.now() - (hours + 1) * 3_600_000).toISOString(),
      redditPost: { ...aNotification().redditPost, title },
      matches: [],
      storyId: title,
    }),
    matchedKeyword: title.charAt(0),
  }));

const item = (title: string) => screen.getByRole('article', { name: new RegExp(` ${title}$`) });
const shown = () =>
  screen.queryAllByRole('article').map((one) => within(one).getByRole('heading').textContent);
/** Returns every place of the list, whether anything is left in it or not. */
const places = () =>
  screen
    .queryAllByRole('article', { hidden: true })
    .map((one) => one.querySelector('h2')?.textContent);
const moves = (asked: string[]) =>
  asked
    .filter((call) => !call.startsWith('GET'))
    .map((call) => call.split('/notifications/').at(-1));

async function openTimeline(notifications: Notification[], query = '?view=timeline') {
  const served = serveNotifications(notifications);
  const { user } = renderApp(`/notifications${query}`);
  await screen.findAllByRole('article');
  served.asked.length = 0;
  return { user, ...served };
}

test('what leaves keeps its place, says where it went and comes back by its own undo', async () => {
  const { user, asked } = await openTimeline(titled('a1', 'b1', 'a2'));
  await user.click(within(item('b1')).getByRole('button', { name: 'Archive' }));
  expect(shown()).toEqual(['a1', 'a2']);
  expect(places()).toEqual(['a1', 'b1', 'a2']);
  // Until its message has gone, that has the undo.
  expect(screen.getAllByRole('button', { name: /^Undo/ })).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  await user.click(screen.getByRole('button', { name: 'Undo archived' }));
  await waitFor(() => expect(shown()).toEqual(['a1', 'b1', 'a2']));
  expect(moves(asked)).toEqual(['b1/archive', 'b1/unread']);
});

test('what arrives waits behind the pill, which tidies up in place of “Refresh”', async () => {
  const { user, arrive } = await openTimeline(titled('a1', 'a2', 'a3'));
  const refresh = { name: 'Refresh' };
  await user.click(within(item('a2')).getByRole('button', { name: 'Mark as read' }));
  const [arrived] = titled('b9');
  if (!arrived) throw new Error('one was made');
  arrive({ ...arrived, createdAt: new Date().toISOString() });
  expect(screen.getByRole('button', refresh)).toBeVisible();
  act(() => rememberArrival('b9'));
  const pill = await screen.findByRole('button', { name: '1 new' });
  const toolbar = within(screen.getByRole('toolbar', { name: 'List' }));
  expect(toolbar.getByRole('button', { name: '1 new' })).toBe(pill);
  expect(screen.queryByRole('button', refresh)).toBeNull();
  expect(places()).toEqual(['a1', 'a2', 'a3']);
  await user.click(pill);
  await waitFor(() => expect(places()).toEqual(['b9', 'a1', 'a3']));
  await user.click(screen.getByRole('button', refresh));
  expect(screen.queryByRole('button', { name: '1 new' })).toBeNull();
});

test('what arrives while an empty list is on its way is listed', async () => {
  const { arrive, asked, hold } = serveNotifications([]);
  const release = hold('/notifications/grouped');
  renderApp('/notifications');
  await waitFor(() => expect(asked.join()).toContain('/notifications/grouped'));
  titled('a1').forEach(arrive);
  act(() => rememberArrival('a1'));
  release();
  expect(await screen.findByRole('button', { name: /^"a"/ })).toBeVisible();
});

test('a selection is archived, which one undo takes back', async () => {
  const { user, asked } = await openTimeline(titled('a1', 'b1', 'a2', 'b2'));
  await user.click(screen.getByRole('checkbox', { name: 'Select a1' }));
  await user.keyboard('{Shift>}');
  await user.click(screen.getByRole('checkbox', { name: 'Select a2' }));
  await user.keyboard('{/Shift}');
  expect(screen.getByText('3 selected')).toBeVisible();
  const toolbar = within(screen.getByRole('toolbar', { name: 'List' }));
  await user.click(toolbar.getByRole('button', { name: /^Archive/ }));
  await waitFor(() => expect(shown()).toEqual(['b2']));
  expect(await screen.findByText('3 notifications archived')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(shown()).toEqual(['a1', 'b1', 'a2', 'b2']));
  expect(moves(asked)).toEqual([
    'move',
    'unread to archived: a1 b1 a2',
    'move',
    'archived to unread: a1 b1 a2',
  ]);
});

test('keys select, and then act on the selection', async () => {
  const { user, asked } = await openTimeline(titled('a1', 'b1', 'a2', 'b2'));
  await user.keyboard('jxJ');
  expect(screen.getByText('2 selected')).toBeVisible();
  await user.keyboard('{Escape}');
  expect(screen.queryByText('2 selected')).toBeNull();
  await user.keyboard('x');
  await user.keyboard('jj');
  await user.keyboard('X');
  expect(screen.getByText('3 selected')).toBeVisible();
  await user.keyboard('m');
  await waitFor(() => expect(shown()).toEqual(['a1']));
  await waitFor(() => expect(moves(asked)).toEqual(['move', 'unread to read: b1 a2 b2']));
});

test('all that is shown is selected by one box', async () => {
  const { user } = await openTimeline(titled('a1', 'b1'));
  await user.click(screen.getByRole('checkbox', { name: 'Select all shown' }));
  expect(screen.getByText('2 selected')).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: 'Select all shown' }));
  expect(screen.queryByText('2 selected')).toBeNull();
});

/** Chooses an order in the menu of the list. */
async function order(user: UserEvent, name: string) {
  await user.click(screen.getByRole('button', { name: /^Order: / }));
  await user.click(await screen.findByRole('menuitemradio', { name }));
}

test('the address holds view and page', async () => {
  const { user } = await openTimeline(titled('a1', 'b1'));
  await order(user, 'By keyword');
  expect(address()).toBe('/notifications');
  await screen.findByRole('button', { name: /"a"/ });
  await order(user, 'Newest');
  expect(address()).toBe('/notifications?view=timeline');
});

test('the oldest come first if that is chosen, and what arrives does not interrupt', async () => {
  const { user, asked, arrive } = await openTimeline(titled('a1', 'b1', 'a2'));
  await order(user, 'Oldest');
  expect(address()).toBe('/notifications?view=oldest');
  await waitFor(() => expect(shown()).toEqual(['a2', 'b1', 'a1']));
  expect(asked.some((call) => call.includes('sort=oldest'))).toBe(true);
  titled('b9').forEach(arrive);
  act(() => rememberArrival('b9'));
  expect(screen.queryByRole('button', { name: '1 new' })).toBeNull();
  await user.click(within(item('b1')).getByRole('button', { name: 'Archive' }));
  await waitFor(() => expect(shown()).toEqual(['a2', 'a1']));
});

test('what is worth a reply comes first, with the reasons', async () => {
  const [first, second] = titled('a1', 'b1');
  const { user, asked } = await openTimeline(titled('a1', 'b1'));
  const reply = {
    postedAt: new Date(Date.now() - 3 * 3_600_000).toISOString(),
    countedAt: new Date(Date.now() - 12 * 60_000).toISOString(),
    ...{ replies: 0, pace: 41.6, asks: true },
  };
  const called: string[] = [];
  server.use(
    http.get('*/api/notifications/worth-a-reply', ({ request }) => {
      called.push(new URL(request.url).search);
      return HttpResponse.json({
        notifications: [
          { ...second, reply },
          { ...first, reply: { ...reply, replies: 30, pace: 2, asks: false } },
        ],
      });
    }),
  );
  await order(user, 'Worth a reply');
  expect(address()).toBe('/notifications?view=worth-a-reply');
  await waitFor(() => expect(shown()).toEqual(['b1', 'a1']));
  const reasons = (title: string) =>
    within(item(title))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  expect(reasons('b1')).toEqual([
    'Asks a question',
    'No replies as of 12 min ago',
    'Rising: 42 points and replies an hour',
    'Posted 3h ago',
  ]);
  expect(reasons('a1')).toEqual(['30 replies as of 12 min ago', 'Posted 3h ago']);
  await user.click(within(item('b1')).getByRole('button', { name: 'Archive' }));
  await waitFor(() => expect(shown()).toEqual(['a1']));
  expect(moves(asked)).toEqual(['b1/archive']);

  server.use(
    http.get('*/api/notifications/worth-a-reply', ({ request }) => {
      called.push(new URL(request.url).search);
      return HttpResponse.json({ notifications: [] });
    }),
  );
  await order(user, 'Without replies');
  await screen.findByText('No unread match without replies was posted in the last 48 hours.');
  expect(called).toEqual(['?status=unread&unanswered=false', '?status=unread&unanswered=true']);
});

test('g and another key go to a page, and the second means nothing else', async () => {
  const { user, asked } = await openTimeline(titled('a1'));
  await user.keyboard('jgm');
  await waitFor(() => expect(address()).toBe('/mutes'));
  expect(moves(asked)).toEqual([]);
});

test('“Mark all as read” asks first', async () => {
  const { user } = await openTimeline(titled('a1', 'b1'));
  await user.click(screen.getByRole('button', { name: 'Mark all as read' }));
  const question = { name: 'Mark all notifications as read?' };
  expect(await screen.findByRole('alertdialog', question)).toBeVisible();
});

test('authors of a selection are muted by one call, which one undo takes back', async () => {
  const by = (one: Notification, author: string) => ({
    ...one,
    redditPost: { ...one.redditPost, author },
  });
  const [a1, b1, a2] = titled('a1', 'b1', 'a2');
  if (!a1 || !b1 || !a2) throw new Error('three were made');
  const { user } = await openTimeline([by(a1, 'ann'), by(b1, 'Bob'), by(a2, 'Ann')]);
  const called: unknown[] = [];
  server.use(
    http.post('*/api/mutes/several', async ({ request }) => {
      const { mutes } = (await request.json()) as { mutes: MuteInput[] };
      called.push(mutes);
      const made = mutes.map(({ kind, value }, at) => ({
        ...{ _id: `mute-${at}`, kind, value, shown: value, keyword: null, cleaned: 0 },
      }));
      return HttpResponse.json({ mutes: made, cleaned: 0, next: null }, { status: 201 });
    }),
    http.post('*/api/mutes/end', async ({ request }) => {
      called.push(await request.json());
      return HttpResponse.json({ restored: 0, hasMore: false });
    }),
  );
  await user.click(screen.getByRole('checkbox', { name: 'Select all shown' }));
  await user.click(screen.getByRole('button', { name: 'Mute: selected' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Mute what is selected' }));
  expect(dialog.getByRole('radio', { name: 'Everything by u/Ann and u/Bob' })).toBeChecked();
  expect(dialog.getByRole('radio', { name: /^Everything in r\// })).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Mute' }));
  expect(await screen.findByText('2 authors are muted')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('2 authors are no longer muted')).toBeVisible();
  // All are of one keyword, to which the mute applies by default.
  const scope = { watchId: 'watch-1', forDays: null, cleanUp: false };
  expect(called).toEqual([
    ['Ann', 'Bob'].map((value) => ({ kind: 'author', value, ...scope })),
    { ids: ['mute-0', 'mute-1'], restore: true },
  ]);
});

test('tab and view used last are opened again, but not over an address or a step back', async () => {
  localStorage.setItem('inboxView', '?status=read&view=timeline');
  serveNotifications(titled('a1').map((one) => ({ ...one, status: 'read' })));
  const { user } = renderApp('/notifications');
  await waitFor(() => expect(address()).toBe('/notifications?status=read&view=timeline'));
  await user.click(screen.getByRole('link', { name: 'Unread' }));
  await waitFor(() => expect(localStorage.getItem('inboxView')).toBe('?view=timeline'));
  await order(user, 'By keyword');
  await waitFor(() => expect(address()).toBe('/notifications'));
  expect(localStorage.getItem('inboxView')).toBeNull();
});

/** Makes the window wide enough for two columns. */
function widen() {
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: media.includes('min-width: 80rem'),
    }) as unknown as MediaQueryList;
}

test('a notification opens beside the list, keys move on to others, and Escape closes it', async () => {
  widen();
  const gone = () => refusal(404, 'NOT_FOUND', 'It is gone.');
  server.use(http.get('*/api/notifications/:id/explanation', gone));
  const { user } = await openTimeline(titled('a1', 'b1', 'a2'));
  await user.click(screen.getByRole('button', { name: 'Reading pane' }));
  const pane = screen.getByRole('region', { name: 'Reading pane' });
  expect(pane).toHaveTextContent('Select a notification');
  await user.keyboard('j{Enter}');
  expect(address()).toBe('/notifications?view=timeline&open=a1');
  expect(within(pane).getByRole('heading', { name: 'a1' })).toBeVisible();
  await user.keyboard('j');
  expect(within(pane).getByRole('heading', { name: 'b1' })).toBeVisible();
  expect(item('b1')).toHaveAttribute('aria-current', 'true');
  // The next one takes the place of one that is archived.
  await user.keyboard('e');
  expect(await within(pane).findByRole('heading', { name: 'a2' })).toBeVisible();
  await user.keyboard('{Escape}');
  expect(address()).toBe('/notifications?view=timeline');
  expect(pane).toHaveTextContent('Select a notification');
  await user.click(screen.getByRole('button', { name: 'Reading pane' }));
  expect(screen.queryByRole('region', { name: 'Reading pane' })).toBeNull();
  expect(localStorage.getItem('readingPane')).toBeNull();
});
