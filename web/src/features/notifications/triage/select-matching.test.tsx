import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';

import type { Notification } from '@/api/types';
import { aNotification } from '@/testing/fixtures';
import { aGate } from '@/testing/gate';
import { serveNotifications } from '@/testing/notification-server';
import { renderApp, signInAs } from '@/testing/render-app';
import { refusal, server } from '@/testing/server';

// Imported here so that compiling it does not count against the first test.
import '../list/notifications-page';
import '../search/search-page';

const COUNT = 2_500;

/** Returns notifications, newest first. */
function many(count: number, keyword = 'rust'): Notification[] {
  return Array.from({ length: count }, (_, at) =>
    aNotification({
      _id: `${keyword}-${at}`,
      matchedKeyword: keyword,
      createdAt: new Date(Date.now() - at * 60_000).toISOString(),
      storyId: `${keyword}-${at}`,
      matches: [],
    }),
  );
}

const box = () => screen.findByRole('checkbox', { name: 'Select all shown' });
const button = (name: string | RegExp) => screen.findByRole('button', { name });

async function open(notifications: Notification[], path = '/notifications?view=timeline') {
  const served = serveNotifications(notifications);
  const { user } = renderApp(path);
  await screen.findAllByRole('article');
  return { user, ...served };
}

/** Selects all of more than one call can move. */
async function openSelected() {
  const served = serveNotifications(many(COUNT));
  const { user } = renderApp('/notifications');
  await user.click(await box());
  await user.click(await button('Select all 2,500 unread'));
  await screen.findByText('All 2,500 unread are selected.');
  return { user, ...served };
}

/** Returns how many notifications each call has moved. */
const moves = (asked: string[]) =>
  asked.flatMap((call) => {
    const [move, ids] = call.split(': ');
    return move && ids ? [`${move}: ${ids.split(' ').length}`] : [];
  });

/** Runs `act` before the answer to the call to move that is the `count`th from now. */
function beforeMove(count: number, act: () => Promise<void> | Response) {
  let calls = 0;
  server.use(
    // Without a response of its own, so that the server's follows.
    http.post('*/api/notifications/move', async () => {
      calls += 1;
      return calls === count ? ((await act()) ?? undefined) : undefined;
    }),
  );
}

beforeEach(() => signInAs({ isPro: true }));

test('after all that is shown, all that match are selected, archived in parts, and undone as one', async () => {
  const { user, asked, arrive } = await open(many(COUNT));
  await user.click(await box());
  expect(await screen.findByText('All 50 shown are selected.')).toBeVisible();
  await user.click(await button('Select all 2,500 unread'));
  expect(await screen.findByText('2,500 selected')).toBeVisible();
  expect(screen.getByText('All 2,500 unread are selected.')).toBeVisible();
  // The authors of most are not known.
  expect(screen.queryByRole('button', { name: 'Mute: selected' })).toBeNull();
  many(1, 'late').forEach(arrive);

  await user.click(await button('Archive: selected'));
  expect(await screen.findByText('2,500 notifications archived')).toBeVisible();
  expect(moves(asked)).toEqual([
    'unread to archived: 1000',
    'unread to archived: 1000',
    'unread to archived: 500',
  ]);
  expect(await screen.findByText('1 unread notification')).toBeVisible();

  asked.length = 0;
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('2,501 unread notifications')).toBeVisible();
  expect(moves(asked)).toEqual([
    'archived to unread: 1000',
    'archived to unread: 1000',
    'archived to unread: 500',
  ]);
});

test('what is closed is selected without opening it', async () => {
  serveNotifications([...many(30), ...many(30, 'tea')]);
  const { user } = renderApp('/notifications');
  await user.click(await box());
  expect(await screen.findByText(/^All keywords are closed/)).toBeVisible();
  await user.click(await button('Select all 60 unread'));
  await user.click(await button('Delete: selected'));
  expect(await screen.findByText('60 notifications deleted')).toBeVisible();
  expect(await screen.findByText('No notifications found')).toBeVisible();
});

test('nothing is offered beyond a list that is shown to its end', async () => {
  const { user, asked } = await open(many(3));
  await user.click(await box());
  await waitFor(() => expect(asked).toContain('GET /notifications?status=unread&limit=1'));
  expect(screen.getByText('3 selected')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Select all/ })).toBeNull();
});

test('one of them is deselected, and so is all', async () => {
  const { user } = await openSelected();
  await user.click(await button(/^"rust"/));
  const [first] = screen.getAllByRole('checkbox', { name: /^Select A year/ });
  if (!first) throw new Error('one is listed');
  expect(first).toBeChecked();
  await user.click(first);
  expect(screen.getByText('2,499 selected')).toBeVisible();
  expect(screen.queryByText('All 2,500 unread are selected.')).toBeNull();
  await user.keyboard('{Escape}');
  expect(screen.queryByText(/ selected$/)).toBeNull();
});

describe('a long move', () => {
  test('is stopped, and what was moved is moved back by one undo', async () => {
    const { user, asked } = await openSelected();
    const gate = aGate();
    beforeMove(2, () => gate.opened);
    await user.click(await button('Archive: selected'));
    expect(await screen.findByText('Archiving 0 of 2,500')).toBeVisible();
    await waitFor(() => expect(moves(asked)).toHaveLength(1));
    await user.click(await button('Stop'));
    gate.open();
    expect(await screen.findByText('Stopped after 2,000 of 2,500.')).toBeVisible();
    expect(screen.getByText('2,000 notifications archived')).toBeVisible();
    expect(await screen.findByText('500 unread notifications')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('2,500 unread notifications')).toBeVisible();
    expect(moves(asked).slice(2)).toEqual(['archived to unread: 1000', 'archived to unread: 1000']);
  });

  test('is stopped and moved back by an undo before its end', async () => {
    const { user, asked } = await openSelected();
    const gate = aGate();
    beforeMove(1, () => gate.opened);
    await user.click(await button('Archive: selected'));
    await screen.findByText('Archiving 0 of 2,500');
    await user.keyboard('u');
    gate.open();
    await waitFor(() =>
      expect(moves(asked)).toEqual(['unread to archived: 1000', 'archived to unread: 1000']),
    );
    expect(await screen.findByText('2,500 unread notifications')).toBeVisible();
    expect(screen.queryByText(/archived$/)).toBeNull();
  });

  test('that fails says how far it came, and that can be undone', async () => {
    const { user, asked } = await openSelected();
    beforeMove(2, () => refusal(500, 'INTERNAL', 'It broke'));
    await user.click(await button('Mark as read: selected'));
    expect(await screen.findByText('Ended after 1,000 of 2,500. It broke')).toBeVisible();
    expect(screen.getByText('1,000 marked as read')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(moves(asked)).toContain('read to unread: 1000'));
  });

  test('whose undo fails can be undone further', async () => {
    const { user } = await openSelected();
    await user.click(await button('Archive: selected'));
    await screen.findByText('2,500 notifications archived');
    beforeMove(2, () => refusal(500, 'INTERNAL', 'It broke'));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Not everything was undone')).toBeVisible();
    expect(screen.getByText('Ended after 1,000 of 2,500. It broke')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo the rest' }));
    expect(await screen.findByText('2,500 unread notifications')).toBeVisible();
  });
});

test('all results of a search are selected, each returns to its own state', async () => {
  const found = many(30).map((one, at) =>
    at % 3 === 0 ? { ...one, status: 'read' as const } : one,
  );
  const { asked } = serveNotifications(found);
  server.use(
    http.get('*/api/notifications/search', () =>
      Response.json({ notifications: found.slice(0, 20), next: '5.5', searchedBackTo: null }),
    ),
  );
  const { user } = renderApp('/notifications/search?q=year');
  await screen.findAllByRole('article');
  await user.click(await box());
  expect(await screen.findByText('All 20 shown are selected.')).toBeVisible();
  await user.click(await button('Select all results'));
  expect(await screen.findByText('All 30 results are selected.')).toBeVisible();
  expect(asked.some((call) => call.includes('/ids?q=year&removed=false'))).toBe(true);
  await user.keyboard('e');
  expect(await screen.findByText('30 notifications archived')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(moves(asked)).toEqual([
      'read to archived: 10',
      'unread to archived: 20',
      'archived to read: 10',
      'archived to unread: 20',
    ]),
  );
});

test('a selection that fails says so, and can be tried again', async () => {
  const { user, refuse } = await open(many(COUNT));
  refuse('/notifications/ids');
  await user.click(await box());
  await user.click(await button('Select all 2,500 unread'));
  expect(await screen.findByText('The notifications could not be selected')).toBeVisible();
  expect(await button('Select all 2,500 unread')).toBeEnabled();
  expect(within(screen.getByRole('toolbar')).getByText('50 selected')).toBeVisible();
});
