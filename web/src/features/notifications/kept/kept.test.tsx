import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';

import type { KeptMatch } from '@/api/types';
import { aNotification } from '@/testing/fixtures';
import { serveNotifications } from '@/testing/notification-server';
import { renderApp, signIn } from '@/testing/render-app';
import { serve } from '@/testing/server';

import { asMarkdown } from './pass-on';

// Imported here so that compiling it does not count against the first test.
import '../list/notifications-page';

beforeEach(() => signIn());

/** Opens the inbox with one match, of which this is kept. */
async function openInbox(initial: KeptMatch[] = []) {
  let kept = initial;
  const { asked: moves } = serveNotifications([aNotification()]);
  const served = serve({
    'GET /notifications/kept': () => ({ kept }),
    'PUT /notifications/:id/kept': ({ params, body }) => {
      const one = { _id: params.id, ...(body as Omit<KeptMatch, '_id'>) } as KeptMatch;
      kept = one.isStarred || one.note || one.returnsAt ? [one] : [];
      return one;
    },
  });
  const { user } = renderApp('/notifications?view=timeline');
  const match = within(await screen.findByRole('article'));
  const choose = async (name: string | RegExp) => {
    await user.click(match.getByRole('button', { name: 'More actions' }));
    await user.click(await screen.findByRole('menuitem', { name }));
  };
  return { user, match, choose, moves, ...served };
}

const aKept = (changes: Partial<KeptMatch>): KeptMatch => ({
  ...{ _id: 'notification-1', isStarred: false, note: '', returnsAt: null },
  ...changes,
});

test('a key stars a match and removes the star', async () => {
  const { user, match } = await openInbox();
  await user.keyboard('jf');
  expect(await match.findByText('Starred')).toBeVisible();
  await user.keyboard('f');
  await expect.poll(() => match.queryByText('Starred')).toBeNull();
});

test('a star that cannot be saved disappears again', async () => {
  const { choose, refuse, match } = await openInbox();
  refuse('PUT /notifications/notification-1/kept', 409, 'FULL', 'You keep too many.');
  await choose('Star');
  expect(await screen.findByText('That could not be saved')).toBeVisible();
  expect(match.queryByText('Starred')).toBeNull();
});

test('a note is written, shown and removed', async () => {
  const { user, choose, match } = await openInbox([aKept({ isStarred: true })]);
  await choose('Add note…');
  const field = await screen.findByRole('textbox', { name: 'Note' });
  expect(field).toHaveFocus();
  await user.type(field, ' Ask Ada ');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await match.findByText('Ask Ada')).toBeVisible();
  expect(match.getByText('Starred')).toBeVisible();
  await choose('Edit note…');
  await user.clear(await screen.findByRole('textbox', { name: 'Note' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => match.queryByText('Ask Ada')).toBeNull();
});

test('a snoozed match is archived until its time, and the snooze can be ended', async () => {
  const { choose, asked, moves } = await openInbox();
  await choose('Snooze for 1 hour');
  await expect.poll(() => moves).toContain('PATCH /notifications/notification-1/archive');
  const [, sent] = asked[0] ?? [];
  const { returnsAt } = sent as KeptMatch;
  expect(new Date(returnsAt ?? 0).getTime() - Date.now()).toBeGreaterThan(3_500_000);
});

test('a match whose snooze is refused stays where it is', async () => {
  const { choose, refuse, moves } = await openInbox();
  refuse('PUT /notifications/notification-1/kept', 409, 'FULL', 'You keep too many.');
  await choose('Snooze for a week');
  expect(await screen.findByText('You keep too many.')).toBeVisible();
  expect(moves.filter((call) => call.includes('archive'))).toEqual([]);
});

test('the end of a snooze is shown, and can be brought forward to now', async () => {
  const { choose, match } = await openInbox([aKept({ returnsAt: '2099-01-01T08:00:00Z' })]);
  expect(match.getByText(/^Snoozed until /)).toBeVisible();
  await choose('End snooze');
  await expect.poll(() => match.queryByText(/^Snoozed until /)).toBeNull();
});

test.each([
  [
    'a link with the text around the match',
    {
      title: 'A [b] of Rust',
      content: 'One &amp; two\n\nthree',
      url: 'https://forum.example/a(b)',
    },
    [
      String.raw`[A \[b\] of Rust](https://forum.example/a%28b%29) (r/programming, u/someone, 1 Jan 2026)`,
      '',
      '> One & two',
      '> three',
    ],
  ],
  [
    'the text in the link without a title',
    { title: '', content: 'Only text' },
    ['[Only text](https://forum.example/p/1) (r/programming, u/someone, 1 Jan 2026)'],
  ],
])('Markdown has %s', (_what, changes, lines) => {
  const { redditPost } = aNotification();
  const match = aNotification({ matches: [], redditPost: { ...redditPost, ...changes } });
  expect(asMarkdown(match).split('\n')).toEqual(lines);
});
