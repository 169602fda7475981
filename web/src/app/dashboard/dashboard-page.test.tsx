import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';

import { aNotification, aUser, aWatch } from '@/testing/fixtures';
import { address, renderApp, signIn } from '@/testing/render-app';
import { eventStream, refusal, server } from '@/testing/server';

const section = (name: string) => within(screen.getByRole('region', { name }));

async function open(changes: Parameters<typeof signIn>[0] = {}) {
  signIn(changes);
  const app = renderApp('/dashboard');
  await screen.findByRole('heading', { name: 'Welcome back, Mara!' });
  return app;
}

test('the four numbers come from the keywords and the statistics', async () => {
  server.use(
    http.get('*/api/keywords', ({ request }) => {
      expect(new URL(request.url).searchParams.get('limit')).toBe('5');
      return HttpResponse.json({ watches: [aWatch()], total: 3, active: 2, limit: 3 });
    }),
    http.get('*/api/notifications/stats', () =>
      HttpResponse.json({
        stats: {
          ...{ total: 1470, today: 12, thisWeek: 86 },
          perDay: [20, 12].map((count, at) => ({ date: `2026-01-0${at + 1}`, count })),
        },
      }),
    ),
  );
  await open();
  const numbers = { 'Active Keywords': '2', 'Total Notifications': '1,470' };
  for (const [label, value] of Object.entries({
    ...numbers,
    "Today's Matches": '12',
    'This Week': '86',
  })) {
    const card = screen.getByText(label).parentElement;
    await waitFor(() => expect(card).toHaveTextContent(`${value}${label}`));
  }
  expect(screen.getByRole('img', { name: 'Last 2 days: 32 matches' })).toHaveAttribute(
    'title',
    'Last 2 days: 32 matches\nThursday 1 January: 20\nFriday 2 January: 12',
  );
});

test('the newest three keywords are listed with their communities, matches and state', async () => {
  const watches = [
    aWatch({ _id: '1', keyword: 'rust', subreddits: ['programming', 'rust'], matchCount: 12 }),
    aWatch({ _id: '2', keyword: 'status page', subreddits: ['all'], isActive: false }),
    aWatch({ _id: '3', keyword: 'diesel' }),
    aWatch({ _id: '4', keyword: 'fourth' }),
  ];
  server.use(
    http.get('*/api/keywords', () =>
      HttpResponse.json({ watches, total: 4, active: 3, limit: null }),
    ),
  );
  await open();
  const keywords = section('Recent Keywords');
  expect(await keywords.findByText('rust')).toBeVisible();
  expect(keywords.getByText('r/programming, r/rust • 12 matches')).toBeVisible();
  expect(keywords.getAllByText('Active')).toHaveLength(2);
  expect(keywords.getByText('Inactive')).toBeVisible();
  expect(keywords.queryByText('fourth')).toBeNull();
  expect(keywords.getByRole('link', { name: 'View all' })).toHaveAttribute('href', '/keywords');
});

test('the newest three notifications are listed with decoded titles and a link to the post', async () => {
  const about = (title: string, _id: string) => {
    const { redditPost } = aNotification();
    return aNotification({ _id, redditPost: { ...redditPost, title } });
  };
  const list = [about('Go &amp; Rust: Vec&lt;T&gt;', '1'), about('Two', '2'), about('Three', '3')];
  server.use(
    http.get('*/api/notifications/recent/popup', () =>
      HttpResponse.json([...list, about('Four', '4')]),
    ),
  );
  await open();
  const notifications = section('Recent Notifications');
  expect(await notifications.findByText('Go & Rust: Vec<T>')).toBeVisible();
  expect(notifications.getAllByText('r/programming • rust')).toHaveLength(3);
  const link = notifications.getByRole('link', { name: 'Open post: Two' });
  expect(link).toHaveAttribute('href', 'https://forum.example/p/1');
  expect(link).toHaveAttribute('target', '_blank');
  expect(notifications.queryByText('Four')).toBeNull();
  expect(notifications.getByRole('link', { name: 'View all' })).toHaveAttribute(
    'href',
    '/notifications',
  );
});

test('unread notifications come first, and the page begins with them', async () => {
  const about = (title: string, status: 'read' | 'unread') =>
    aNotification({
      ...{ _id: title, status },
      redditPost: { ...aNotification().redditPost, title },
    });
  const list = [about('Read', 'read'), about('New', 'unread'), about('Newer', 'unread')];
  server.use(
    http.get('*/api/notifications/recent/popup', () => HttpResponse.json(list)),
    http.get('*/api/notifications/unread/count', () => HttpResponse.json({ count: 12 })),
  );
  await open();
  const notifications = section('Recent Notifications');
  expect(await notifications.findByText('12 unread')).toBeVisible();
  expect(
    notifications.getAllByRole('link', { name: /^Open post/ }).map((link) => link.ariaLabel),
  ).toEqual(['Open post: New', 'Open post: Newer', 'Open post: Read']);
  const [first] = within(screen.getByRole('main')).getAllByRole('region');
  expect(first).toHaveAccessibleName('Recent Notifications');
});

test('an account without anything shows where to begin', async () => {
  await open();
  expect(await screen.findByText('No keywords set up yet')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Add your first keyword' })).toHaveAttribute(
    'href',
    '/keywords',
  );
  expect(await screen.findByText('No notifications yet')).toBeVisible();
});

test('a free user sees the upgrade banner', async () => {
  await open();
  const banner = section('Upgrade to Pro');
  expect(banner.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Unlimited keywords',
    'Browser alerts and channels',
    'Priority support',
  ]);
  expect(banner.getByRole('link', { name: 'Upgrade Now' })).toHaveAttribute(
    'href',
    '/subscription',
  );
});

test('a Pro user sees no upgrade banner', async () => {
  server.use(
    http.get('*/api/users/profile', () => HttpResponse.json({ user: aUser({ isPro: true }) })),
  );
  await open({ isPro: true });
  expect(screen.queryByText('Upgrade to Pro')).toBeNull();
});

test('the insights card leads to the insights', async () => {
  const { user } = await open();
  expect(screen.getByText('NEW')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Generate Insights' }));
  await waitFor(() => expect(address()).toBe('/ai-insights'));
});

test('a section that cannot be loaded says so and can be tried again', async () => {
  let fails = true;
  server.use(
    http.get('*/api/notifications/recent/popup', () =>
      fails ? refusal(500, 'INTERNAL', 'Oops') : HttpResponse.json([aNotification()]),
    ),
  );
  const { user } = await open();
  expect(await screen.findByText('We could not load your notifications.')).toBeVisible();
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('A year of Rust')).toBeVisible();
});

test('a match that arrives live is announced and listed, and the numbers follow', async () => {
  let total = 0;
  server.use(
    http.get('*/api/live', () => {
      total = 1;
      const data = JSON.stringify(aNotification());
      return eventStream(
        'event: ready\ndata: {}\n\n',
        `id: 1\nevent: notification\ndata: ${data}\n\n`,
      );
    }),
    http.get('*/api/notifications/recent/popup', () =>
      HttpResponse.json(total ? [aNotification()] : []),
    ),
    http.get('*/api/notifications/unread/count', () => HttpResponse.json({ count: total })),
    http.get('*/api/notifications/stats', () =>
      HttpResponse.json({ stats: { total, today: total, thisWeek: total, perDay: [] } }),
    ),
  );
  await open();
  const row = await section('Recent Notifications').findByRole('listitem');
  expect(row).toHaveTextContent('A year of RustNew');
  const stat = screen.getByText('Total Notifications').parentElement;
  await waitFor(() => expect(stat).toHaveTextContent('1Total Notifications'));
  await waitFor(() =>
    expect(
      screen.getByRole('link', { name: /Notifications/, description: '1 unread' }),
    ).toBeVisible(),
  );
});

test('an item that was removed from the forum is listed without a link', async () => {
  server.use(
    http.get('*/api/notifications/recent/popup', () =>
      HttpResponse.json([aNotification({ gone: true, matches: [] })]),
    ),
  );
  await open();
  expect(await screen.findByText('Removed from Reddit')).toBeVisible();
  expect(screen.queryByRole('link', { name: /^Open post/ })).toBeNull();
});
