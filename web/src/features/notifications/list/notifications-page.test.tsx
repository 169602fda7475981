import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import type { Notification } from '@/api/types';
import { aNotification, aWatch } from '@/testing/fixtures';
import { aGate } from '@/testing/gate';
import { serveNotifications } from '@/testing/notification-server';
import { renderApp, signIn } from '@/testing/render-app';
import { refusal, server } from '@/testing/server';
import { HN } from '@/testing/sites';

// Imported here so that compiling it does not count against the first test.
import './notifications-page';
import '../reading/post-content';

const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();

type Changes = Partial<Omit<Notification, 'redditPost'>> & {
  redditPost?: Partial<Notification['redditPost']>;
};
let made = 0;
function one({ redditPost, ...changes }: Changes = {}): Notification {
  const base = aNotification({ _id: `n-${made++}`, matches: [], ...changes });
  return { ...base, redditPost: { ...base.redditPost, ...redditPost } };
}
const withContent = (content: string) => one({ redditPost: { content } });
const many = (count: number, changes: Changes = {}) =>
  Array.from({ length: count }, () => one(changes));

const group = () => screen.findByRole('button', { name: /"rust"/ });
async function openGroup() {
  const { user } = renderApp('/notifications');
  await user.click(await group());
  return user;
}

beforeEach(() => signIn());

test('the page has a heading, and fetches its groups in one call', async () => {
  const { asked } = serveNotifications([one()]);
  renderApp('/notifications');
  expect(await screen.findByRole('heading', { name: 'Notifications', level: 1 })).toBeVisible();
  await group();
  expect(asked).toContain('GET /notifications/grouped?page=1&limit=20&status=unread&sort=newest');
});

test.each([
  [0, '0 unread notifications'],
  [1, '1 unread notification'],
  [3, '3 unread notifications'],
])('%d unread are counted as "%s"', async (count, text) => {
  serveNotifications(many(count));
  renderApp('/notifications');
  expect(await screen.findByText(text)).toBeVisible();
});

describe('states', () => {
  test('loading: a spinner', async () => {
    serveNotifications([one()]);
    const gate = aGate();
    // Without a response of its own, so that the server's follows.
    server.use(http.get('*/api/notifications/grouped', () => gate.opened));
    renderApp('/notifications');
    expect(await screen.findByRole('status', { name: 'Loading notifications' })).toBeVisible();
    gate.open();
    await group();
    expect(screen.queryByRole('status', { name: 'Loading notifications' })).toBeNull();
  });

  test.each([
    ['the server’s message', () => refusal(422, 'VALIDATION_FAILED', 'Bad page'), 'Bad page'],
    ['no message', () => refusal(500, 'INTERNAL', ''), 'An unexpected error occurred'],
    ['no server', () => Response.error(), 'An unexpected error occurred'],
  ])('error: %s', async (_what, answer, text) => {
    server.use(http.get('*/api/notifications/grouped', answer));
    renderApp('/notifications');
    expect(await screen.findByText('Error loading notifications')).toBeVisible();
    expect(screen.getByText(text)).toBeVisible();
  });

  test.each([
    ['', "You're all caught up! No unread notifications.", 'See what you have read'],
    ['?status=read', 'What you mark as read is kept here for 90 days.', 'Go to unread'],
    ['?status=archived', 'What you archive is kept here for 90 days.', 'Go to unread'],
  ])('empty: /notifications%s says why, and what is next', async (query, text, next) => {
    serveNotifications([]);
    server.use(
      http.get('*/api/keywords', () =>
        HttpResponse.json({ watches: [aWatch()], total: 1, active: 1, limit: 3 }),
      ),
    );
    renderApp(`/notifications${query}`);
    expect(await screen.findByText('No notifications found')).toBeVisible();
    expect(screen.getByText(text)).toBeVisible();
    expect(screen.getByRole('link', { name: next })).toBeVisible();
  });

  test('empty without a keyword: the first one is next', async () => {
    serveNotifications([]);
    renderApp('/notifications');
    const next = await screen.findByRole('link', { name: 'Add your first keyword' });
    expect(next).toHaveAttribute('href', '/keywords?add');
    expect(screen.getByText(/You have no keywords yet/)).toBeVisible();
  });
});

describe('groups', () => {
  test('show keyword, count, subreddits and the latest time, start closed and toggle', async () => {
    serveNotifications([
      one({ createdAt: hoursAgo(5) }),
      one({ createdAt: hoursAgo(9), redditPost: { subreddit: 'rust' } }),
    ]);
    const { user } = renderApp('/notifications');
    const toggle = await group();
    expect(toggle).toHaveAccessibleName(/"rust"/);
    expect(toggle).toHaveAccessibleName(/2 notifications/);
    expect(toggle).toHaveAccessibleName(/r\/programming, r\/rust/);
    expect(toggle).toHaveAccessibleName(/Latest: 5h ago/);
    expect(toggle).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByRole('article')).toBeNull();

    await user.click(toggle);
    expect(toggle).toHaveAttribute('aria-expanded', 'true');
    expect(screen.getAllByRole('article')).toHaveLength(2);
    await user.click(toggle);
    expect(screen.queryByRole('article')).toBeNull();
  });

  test('name their three busiest subreddits, and all of them on demand', async () => {
    const found = ['a', 'b', 'c', 'c', 'd', 'd', 'e', 'e'];
    serveNotifications(found.map((subreddit) => one({ redditPost: { subreddit } })));
    const { user } = renderApp('/notifications');
    expect(await group()).toHaveAccessibleName(/r\/c, r\/d, r\/e *Latest/);
    const more = screen.getByRole('button', { name: '2 more subreddits with “rust”' });
    expect(more).toHaveTextContent('+2');
    more.focus();
    await user.keyboard('{Enter}');
    const all = await screen.findByRole('dialog', { name: '5 subreddits' });
    const names = within(all).getAllByRole('listitem');
    expect(names.map(({ textContent }) => textContent)).toEqual([
      'r/c2',
      'r/d2',
      'r/e2',
      'r/a1',
      'r/b1',
    ]);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(more).toHaveFocus();
    expect(await group()).toHaveAttribute('aria-expanded', 'false');
  });

  test('name a site among their subreddits by its name', async () => {
    const found = ['a', 'a', 'b', 'b', 'c', 'c', 'd', HN];
    serveNotifications(found.map((subreddit) => one({ redditPost: { subreddit } })));
    const { user } = renderApp('/notifications');
    await group();
    const name = '2 more with “rust”: 1 subreddit and Hacker News';
    await user.click(screen.getByRole('button', { name }));
    const all = await screen.findByRole('dialog', { name: '4 subreddits and Hacker News' });
    const names = within(all).getAllByRole('listitem');
    expect(names.map(({ textContent }) => textContent).at(-1)).toBe('Hacker News1');
  });

  test('load what is older than their newest 20 on request', async () => {
    const { asked } = serveNotifications([
      ...many(20),
      one({ redditPost: { title: 'The twenty-first' } }),
    ]);
    const user = await openGroup();
    expect(screen.getAllByRole('article')).toHaveLength(20);
    await user.click(screen.getByRole('button', { name: 'Show older' }));
    expect(await screen.findByText('The twenty-first')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
    const older = asked.find((call) => call.startsWith('GET /notifications?'));
    expect(older).toMatch(/\?keyword=rust&sort=newest&after=[^&]+&limit=100&status=unread$/);
  });
});

describe('a notification', () => {
  test.each([
    [0, 'Just now'],
    [0.9, 'Just now'],
    [1.1, '1h ago'],
    [23.9, '23h ago'],
    [24.1, '1d ago'],
    [90 * 24 - 1, '89d ago'],
  ])('shows its subreddit and when it was made, %s hours ago', async (hours, time) => {
    serveNotifications([one({ createdAt: hoursAgo(hours) })]);
    await openGroup();
    const item = screen.getByRole('article', { name: new RegExp(`r/programming.*${time}`) });
    expect(within(item).getByText('r/programming')).toBeVisible();
    expect(within(item).getByText(time)).toBeVisible();
  });

  test('of a site has its name, and its authors no prefix', async () => {
    const redditPost = { subreddit: HN, author: 'someone' };
    serveNotifications([one({ redditPost }), one({ redditPost, gone: true })]);
    await openGroup();
    const [there, gone] = screen.getAllByRole('article');
    expect(there).toHaveTextContent('Hacker News • Post by someone • ');
    expect(gone).toHaveTextContent('Removed from Hacker News');
  });

  test('shows the title where there is no content, decoded and with its match marked', async () => {
    const matches = [{ field: 'title' as const, start: 10, end: 14 }];
    serveNotifications([one({ matches, redditPost: { title: 'Tea &amp; Rust' } })]);
    await openGroup();
    expect(await screen.findByRole('heading', { name: 'Tea & Rust' })).toBeVisible();
    expect(screen.getByText('Rust').tagName).toBe('MARK');
  });

  test('shows who wrote what, how often it matches, and its exact age on hover', async () => {
    const matches = [
      { field: 'title' as const, start: 10, end: 14 },
      { field: 'body' as const, start: 0, end: 4 },
    ];
    const createdAt = hoursAgo(5.5);
    serveNotifications([
      one({ createdAt, kind: 'comment', matches, redditPost: { content: 'Rust is fine' } }),
    ]);
    await openGroup();
    const item = screen.getByRole('article', { name: /Comment by u\/someone.*2 matches/ });
    const age = within(item).getByText('5h ago');
    expect(age).toHaveAttribute('datetime', createdAt);
    expect(age.title).toMatch(/\(5 hours \d+ minutes ago\)$/);
  });

  test('shows what is around its match, and all of its matches once there is more of it', async () => {
    const words = 'word '.repeat(100);
    const content = `${words}rust ${words}rust`;
    const at = [words.length, content.length - 4];
    const matches = at.map((start) => ({ field: 'body' as const, start, end: start + 4 }));
    serveNotifications([{ ...withContent(content), matches }]);
    const user = await openGroup();
    expect((await screen.findByText('rust')).tagName).toBe('MARK');
    await user.click(screen.getByRole('button', { name: 'Show More' }));
    expect(screen.getAllByText('rust')).toHaveLength(2);
  });

  test('shows a match that is only in a link’s address', async () => {
    const content = 'see [this](https://a.example/rust/1)';
    const matches = [{ field: 'body' as const, start: 29, end: 33 }];
    serveNotifications([one({ matches, redditPost: { title: '', content } })]);
    await openGroup();
    expect(await screen.findByText('In the link')).toHaveTextContent('https://a.example/rust/1');
    expect(screen.getByText('rust').tagName).toBe('MARK');
  });

  test('shows its content as markdown, links in new tabs and the match marked', async () => {
    const content = 'All of **this** is rust, see [more](https://a.example/x)';
    const matches = [{ field: 'body' as const, start: 19, end: 23 }];
    serveNotifications([{ ...withContent(content), matches }]);
    await openGroup();
    const link = await screen.findByRole('link', { name: 'more' });
    expect(link).toHaveAttribute('href', 'https://a.example/x');
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
    expect(screen.getByText('this').tagName).toBe('STRONG');
    expect(screen.getByText('rust').tagName).toBe('MARK');
  });

  test('turns HTML into markdown first, and lets neither scripts nor images in', async () => {
    serveNotifications([
      withContent(
        '<p>Some <b>bold</b> text</p><script>alert(1)</script><img src="https://a.example/i.png" alt="a graph" onerror="alert(1)">',
      ),
    ]);
    await openGroup();
    expect((await screen.findByText('bold')).tagName).toBe('STRONG');
    const image = screen.getByRole('link', { name: 'a graph' });
    expect(image).toHaveAttribute('href', 'https://a.example/i.png');
    expect(screen.queryByRole('img')).toBeNull();
    expect(screen.queryByText(/alert\(/)).toBeNull();
  });

  test.each(['[press](javascript:alert%281%29) me', '<a href="javascript:alert(1)">press</a> me'])(
    'shows only the text of a link that would run a script: %s',
    async (content) => {
      serveNotifications([withContent(content)]);
      await openGroup();
      expect(await screen.findByText(/press/)).toBeVisible();
      expect(screen.queryByRole('link', { name: 'press' })).toBeNull();
    },
  );

  // excerpt/window.test.ts tests the cuts themselves at every threshold.
  test.each([
    ['at a sentence end after 70 %', `${'x'.repeat(150)}. ${'word '.repeat(20)}end`, /x\.\.\.\.$/],
    ['at a word boundary after 80 %', `${'word '.repeat(50)}end`, /word\.\.\.$/],
    ['hard where there is neither', `${'x'.repeat(300)}end`, /^x{200}\.\.\.$/],
  ])('is cut %s, until “Show More”', async (_where, content, shown) => {
    serveNotifications([withContent(content)]);
    const user = await openGroup();
    await user.click(await screen.findByRole('button', { name: 'Show More' }));
    expect(screen.getByText(/end$/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show Less' }));
    expect(screen.getByText(shown)).toBeVisible();
  });

  test('of 200 characters is whole and needs no “Show More”', async () => {
    serveNotifications([withContent('x'.repeat(200))]);
    await openGroup();
    expect(await screen.findByText('x'.repeat(200))).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show More' })).toBeNull();
  });

  test('“View Post” opens the post in a new window and marks it as read', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    const { asked } = serveNotifications([one({ _id: 'seen' })]);
    const user = await openGroup();
    await user.click(await screen.findByRole('button', { name: 'View Post' }));
    expect(open).toHaveBeenCalledWith('https://forum.example/p/1', '_blank', 'noopener,noreferrer');
    expect(await screen.findByText('No notifications found')).toBeVisible();
    expect(asked).toContain('PATCH /notifications/seen/read');
  });

  test('“Delete notification” deletes it and refreshes the groups and counts', async () => {
    const { asked } = serveNotifications([one({ _id: 'old' })]);
    const user = await openGroup();
    asked.length = 0;
    await user.click(await screen.findByRole('button', { name: 'Delete notification' }));
    expect(await screen.findByText("You're all caught up! No unread notifications.")).toBeVisible();
    expect(asked[0]).toBe('DELETE /notifications/old');
    expect(asked).toContain('GET /notifications/grouped?page=1&limit=20&status=unread&sort=newest');
    expect(asked).toContain('GET /notifications/unread/count');
  });
});

describe('pages', () => {
  const groups = (count: number) =>
    Array.from({ length: count }, (_, index) => one({ matchedKeyword: `keyword ${index}` }));

  test('a single one has no pager', async () => {
    serveNotifications(groups(20));
    renderApp('/notifications');
    await screen.findByRole('button', { name: /"keyword 19"/ });
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Previous' })).toBeNull();
    expect(screen.queryByText(/^Page/)).toBeNull();
  });

  test('several are turned with Previous and Next', async () => {
    serveNotifications(groups(21));
    const { user } = renderApp('/notifications');
    expect(await screen.findByText('Page 1 of 2')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Previous' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(await screen.findByText('Page 2 of 2')).toBeVisible();
    expect(await screen.findByRole('button', { name: /"keyword 20"/ })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled();
    expect(screen.getByRole('heading', { name: 'Notifications' })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Previous' }));
    expect(await screen.findByText('Page 1 of 2')).toBeVisible();
  });

  test('the last one goes with its last notification', async () => {
    serveNotifications(groups(21));
    const { user } = renderApp('/notifications');
    await user.click(await screen.findByRole('button', { name: 'Next' }));
    await user.click(await screen.findByRole('button', { name: /"keyword 20"/ }));
    await user.click(screen.getByRole('button', { name: 'Delete notification' }));
    expect(await screen.findByRole('button', { name: /"keyword 0"/ })).toBeVisible();
    await waitFor(() => expect(screen.queryByText(/^Page/)).toBeNull());
  });
});
