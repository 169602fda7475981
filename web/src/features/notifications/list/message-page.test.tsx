import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';

import { aNotification } from '@/testing/fixtures';
import { serveNotifications } from '@/testing/notification-server';
import { renderApp, signIn } from '@/testing/render-app';
import { server } from '@/testing/server';

// Imported here so that compiling it does not count against the first test.
import './message-page';
import '../reading/post-content';

beforeEach(() => signIn());

test('the page lists all matches of a message, a page at a time', async () => {
  const asked: string[] = [];
  server.use(
    http.get('*/api/notifications', ({ request }) => {
      const { search, searchParams } = new URL(request.url);
      asked.push(search);
      const isFirst = !searchParams.has('after');
      return HttpResponse.json({
        notifications: (isFirst ? ['a', 'b'] : ['c']).map((_id) => aNotification({ _id })),
        pagination: { page: 1, limit: 20, total: 2, totalItems: 1_003, hasMore: isFirst },
      });
    }),
  );
  const { user } = renderApp('/notifications/message/d1?keyword=rust');
  expect(await screen.findByText(/All 1,003 matches for “rust” in this message/)).toBeVisible();
  await user.click(await screen.findByText('Show more'));
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(3));
  expect(screen.queryByText('Show more')).toBeNull();
  expect(asked).toEqual([
    '?digest=d1&keyword=rust&limit=20',
    '?digest=d1&keyword=rust&after=b&limit=20',
  ]);
});

test('the page says so when nothing of the message is left', async () => {
  serveNotifications([]);
  renderApp('/notifications/message/d1');
  expect(await screen.findByText('No matches left')).toBeVisible();
});

test('the page shows a failure', async () => {
  const { refuse } = serveNotifications([]);
  refuse('/notifications');
  renderApp('/notifications/message/d1');
  expect(await screen.findByText('It broke')).toBeVisible();
});
