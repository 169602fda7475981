import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import type { GroupedNotification, Notification } from '@/api/types';
import { aNotification } from '@/testing/fixtures';
import { renderApp, signIn } from '@/testing/render-app';
import { refusal, server } from '@/testing/server';

// Compiled with the file, not within the first test's time.
import './components/notifications-page';
import './components/post-content';

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

function aGroup(changes: Partial<GroupedNotification> = {}): GroupedNotification {
  return {
    _id: 'rust',
    count: 1,
    subreddits: ['programming'],
    latestNotification: hoursAgo(0),
    notifications: [aNotification()],
    ...changes,
  };
}

const withContent = (content: string, changes: Partial<Notification> = {}) =>
  aNotification({
    redditPost: { ...aNotification().redditPost, content },
    matches: [],
    ...changes,
  });

/** Serves these groups on every page; `asked` collects the queries. */
function serve(groups: () => GroupedNotification[], total = 1, unreadCount = 3) {
  const asked: URLSearchParams[] = [];
  server.use(
    http.get('*/api/notifications/grouped', ({ request }) => {
      const { searchParams } = new URL(request.url);
      asked.push(searchParams);
      const page = Number(searchParams.get('page'));
      return HttpResponse.json({
        groupedNotifications: groups(),
        pagination: { page, limit: 20, total, totalItems: total * 20, hasMore: page < total },
        unreadCount,
      });
    }),
  );
  return asked;
}

async function openGroup(name = /"rust"/) {
  const { user } = renderApp('/notifications');
  await user.click(await screen.findByRole('button', { name }));
  return user;
}

beforeEach(() => {
  signIn();
  vi.stubGlobal('scrollTo', vi.fn());
});

test('groups show their keyword, count, subreddits and latest time, and start closed', async () => {
  const asked = serve(() => [
    aGroup({ count: 2, subreddits: ['programming', 'rust'], latestNotification: hoursAgo(5) }),
  ]);
  renderApp('/notifications');
  const group = await screen.findByRole('button', { name: /"rust"/ });
  expect(group).toHaveAccessibleName(/2 notifications/);
  expect(group).toHaveAccessibleName(/r\/programming, r\/rust/);
  expect(group).toHaveAccessibleName(/Latest: 5h ago/);
  expect(group).toHaveAttribute('aria-expanded', 'false');
  expect(screen.queryByRole('article')).toBeNull();
  expect(screen.getByRole('heading', { name: 'Notifications' })).toBeVisible();
  expect(screen.getByText('3 unread notifications')).toBeVisible();
  expect(Object.fromEntries(asked[0] ?? [])).toEqual({
    page: '1',
    limit: '20',
    status: 'unread',
    sort: 'newest',
  });
});

test('one unread notification is counted in the singular', async () => {
  serve(() => [aGroup()], 1, 1);
  renderApp('/notifications');
  expect(await screen.findByText('1 unread notification')).toBeVisible();
});

test('a group opens and closes', async () => {
  serve(() => [aGroup()]);
  const user = await openGroup();
  const item = await screen.findByRole('article');
  expect(within(item).getByText('r/programming')).toBeVisible();
  await user.click(screen.getByRole('button', { name: /"rust"/ }));
  expect(screen.queryByRole('article')).toBeNull();
});

test('without content the title is shown, decoded and with its match marked', async () => {
  const redditPost = { ...aNotification().redditPost, title: 'Tea &amp; Rust' };
  const matches = [{ field: 'title' as const, start: 10, end: 14 }];
  serve(() => [aGroup({ notifications: [aNotification({ redditPost, matches })] })]);
  await openGroup();
  expect(await screen.findByRole('heading', { name: 'Tea & Rust' })).toBeVisible();
  expect(screen.getByText('Rust').tagName).toBe('MARK');
});

test('content is shown as markdown, its links in new tabs and its match marked', async () => {
  const content = 'All of **this** is rust, see [more](https://a.example/x)';
  const matches = [{ field: 'body' as const, start: 19, end: 23 }];
  serve(() => [aGroup({ notifications: [withContent(content, { matches })] })]);
  await openGroup();
  const link = await screen.findByRole('link', { name: 'more' });
  expect(link).toHaveAttribute('href', 'https://a.example/x');
  expect(link).toHaveAttribute('target', '_blank');
  expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  expect(screen.getByText('this').tagName).toBe('STRONG');
  expect(screen.getByText('rust').tagName).toBe('MARK');
});

test('HTML is converted first, and neither scripts nor images are let in', async () => {
  const content =
    '<p>Some <b>bold</b> text</p><script>alert(1)</script><img src="https://a.example/i.png" alt="a graph">';
  serve(() => [aGroup({ notifications: [withContent(content)] })]);
  await openGroup();
  expect((await screen.findByText('bold')).tagName).toBe('STRONG');
  expect(screen.getByRole('link', { name: 'a graph' })).toHaveAttribute(
    'href',
    'https://a.example/i.png',
  );
  expect(screen.queryByRole('img')).toBeNull();
  expect(screen.queryByText(/alert/)).toBeNull();
});

test('a link that would run a script is only its text', async () => {
  serve(() => [aGroup({ notifications: [withContent('[press](javascript:alert%281%29) me')] })]);
  await openGroup();
  expect(await screen.findByText(/press/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'press' })).toBeNull();
});

test('more than 200 characters are shortened until “Show More”', async () => {
  const content = `${'word '.repeat(50)}end`;
  serve(() => [aGroup({ notifications: [withContent(content)] })]);
  const user = await openGroup();
  await user.click(await screen.findByRole('button', { name: 'Show More' }));
  expect(screen.getByText(/end$/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show Less' }));
  expect(screen.getByText(/\.\.\.$/)).toBeVisible();
});

test('200 characters need no “Show More”', async () => {
  serve(() => [aGroup({ notifications: [withContent('x'.repeat(200))] })]);
  await openGroup();
  expect(await screen.findByText('x'.repeat(200))).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Show More' })).toBeNull();
});

test('“View Post” opens the post in a new window and marks it as read', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  let read = false;
  serve(() => (read ? [] : [aGroup()]));
  server.use(
    http.patch('*/api/notifications/notification-1/read', () => {
      read = true;
      return HttpResponse.json(aNotification({ status: 'read' }));
    }),
  );
  const user = await openGroup();
  await user.click(await screen.findByRole('button', { name: 'View Post' }));
  expect(open).toHaveBeenCalledWith('https://forum.example/p/1', '_blank', 'noopener,noreferrer');
  expect(await screen.findByText('No notifications found')).toBeVisible();
});

test('deleting refreshes the groups and the counts, and keeps the focus on the page', async () => {
  let deleted = false;
  let counted = 0;
  serve(() => (deleted ? [] : [aGroup()]));
  server.use(
    http.delete('*/api/notifications/notification-1', () => {
      deleted = true;
      return new HttpResponse(null, { status: 204 });
    }),
    http.get('*/api/notifications/unread/count', () => {
      counted++;
      return HttpResponse.json({ count: 0 });
    }),
  );
  const user = await openGroup();
  const before = counted;
  await user.click(await screen.findByRole('button', { name: 'Delete notification' }));
  expect(await screen.findByText("You're all caught up! No unread notifications.")).toBeVisible();
  expect(counted).toBeGreaterThan(before);
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Notifications' })).toHaveFocus());
});

test('a refused deletion says so', async () => {
  serve(() => [aGroup()]);
  server.use(
    http.delete('*/api/notifications/notification-1', () => refusal(500, 'INTERNAL', 'It broke')),
  );
  const user = await openGroup();
  await user.click(await screen.findByRole('button', { name: 'Delete notification' }));
  expect(await screen.findByText('The notification could not be deleted')).toBeVisible();
  expect(screen.getByRole('article')).toBeVisible();
});

test('a group brings the rest of its notifications when asked', async () => {
  serve(() => [aGroup({ count: 2 })]);
  server.use(
    http.get('*/api/notifications', ({ request }) => {
      const { searchParams } = new URL(request.url);
      expect(searchParams.get('keyword')).toBe('rust');
      expect(searchParams.get('page')).toBe('2');
      return HttpResponse.json({
        notifications: [aNotification(), withContent('the older one', { _id: 'notification-2' })],
        pagination: { page: 2, limit: 20, total: 2, totalItems: 2, hasMore: false },
      });
    }),
  );
  const user = await openGroup();
  await user.click(await screen.findByRole('button', { name: 'Show older' }));
  expect(await screen.findByText('the older one')).toBeVisible();
  expect(screen.getAllByRole('article')).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
});

test('pages are turned with Previous and Next', async () => {
  serve(() => [aGroup()], 2);
  const { user } = renderApp('/notifications');
  expect(await screen.findByText('Page 1 of 2')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Previous' })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText('Page 2 of 2')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled());
  expect(screen.getByRole('button', { name: 'Previous' })).toBeEnabled();
});

test('a single page has no pager', async () => {
  serve(() => [aGroup()]);
  renderApp('/notifications');
  await screen.findByRole('button', { name: /"rust"/ });
  expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
});

test('a failure to load shows the server’s message', async () => {
  server.use(
    http.get('*/api/notifications/grouped', () => refusal(422, 'VALIDATION_FAILED', 'Bad page')),
  );
  renderApp('/notifications');
  expect(screen.queryByText('Error loading notifications')).toBeNull();
  expect(await screen.findByText('Error loading notifications')).toBeVisible();
  expect(screen.getByText('Bad page')).toBeVisible();
});

test('a server that is not reached is an unexpected error', async () => {
  server.use(http.get('*/api/notifications/grouped', () => HttpResponse.error()));
  renderApp('/notifications');
  expect(await screen.findByText('An unexpected error occurred')).toBeVisible();
});
