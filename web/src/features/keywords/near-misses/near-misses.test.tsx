import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import type { NearMiss, WatchNearMisses } from '@/api/types';
import { anItem, aWatch } from '@/testing/fixtures';
import { renderApp, signIn } from '@/testing/render-app';
import { refusal, server } from '@/testing/server';
import { serveWatches } from '@/testing/watch-server';

import { nearMissText } from './near-miss-text';

// Imported here so that compiling it does not count against the first test.
import '../list/keywords-page';

const watch = aWatch({ keyword: 'kubernetes', subreddits: ['all'] });

const aNearMiss = (changes: Partial<NearMiss> = {}): NearMiss => ({
  change: { kind: 'misspelling', value: 'kubernetees' },
  rule: {
    keyword: 'kubernetes OR kubernetees',
    mode: 'query',
    subreddits: ['all'],
    excludedSubreddits: [],
    excludedAuthors: [],
    filters: watch.filters,
  },
  count: 4,
  comments: 0,
  examples: [
    {
      item: anItem(1, { title: 'I like Kubernetees' }),
      matches: [{ field: 'title', start: 7, end: 18 }],
    },
    {
      item: anItem(2, { kind: 'comment', title: 'Clusters', body: 'kubernetees it is' }),
      matches: [{ field: 'body', start: 0, end: 11 }],
    },
  ],
  ...changes,
});

const plural = aNearMiss({
  change: { kind: 'partsOfWords', value: '' },
  rule: { ...aNearMiss().rule, keyword: 'kubernetes', mode: 'literal' },
  count: 1,
  examples: [],
});

/** Serves a keyword and what it nearly matched. */
function serve(changes: NearMiss[] = [aNearMiss()], more: Partial<WatchNearMisses> = {}) {
  const dismissed: string[] = [];
  const served = serveWatches([watch, aWatch({ _id: 'watch-2', keyword: 'tea' })]);
  let asked = 0;
  server.use(
    http.get('*/api/keywords/near-misses', () => {
      asked += 1;
      const found = { watchId: watch._id, lookedAt: '2026-01-03T12:00:00Z', hours: 36, changes };
      const isGone = dismissed.length > 0 || served.saved.length > 0;
      return HttpResponse.json({ watches: isGone ? [] : [{ ...found, ...more }] });
    }),
    http.delete('*/api/keywords/:id/near-misses', ({ params }) => {
      dismissed.push(String(params.id));
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return { ...served, dismissed, asked: () => asked };
}

beforeEach(() => {
  signIn();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

test.each<[Partial<NearMiss>, string]>([
  [{}, '4 posts in 36 hours said “kubernetees”.'],
  [{ count: 1, comments: 1 }, '1 comment in 36 hours said “kubernetees”.'],
  [{ comments: 1 }, '4 posts and comments in 36 hours said “kubernetees”.'],
  [
    { change: { kind: 'partsOfWords', value: '' } },
    '4 posts in 36 hours had “kubernetes” inside a longer word.',
  ],
  [
    { change: { kind: 'author', value: 'ada' } },
    '4 posts in 36 hours would have matched, but u/ada is excluded.',
  ],
  [
    { change: { kind: 'subreddit', value: 'news.ycombinator.com' } },
    '4 posts in 36 hours would have matched, but Hacker News is excluded.',
  ],
  [
    { change: { kind: 'comments', value: '' }, comments: 4 },
    '4 comments in 36 hours would have matched, but this keyword does not match comments.',
  ],
  [
    { change: { kind: 'required', value: 'tea' } },
    '4 posts in 36 hours had everything except “tea”.',
  ],
])('a near miss with %j', (changes, text) => {
  expect(nearMissText(aNearMiss(changes), 36, watch)).toBe(text);
});

test('each card shows its own near misses, all of them by one call', async () => {
  const { asked } = serve([aNearMiss(), plural]);
  renderApp('/keywords');
  expect(
    await screen.findByText(
      'Near miss: 4 posts in 36 hours said “kubernetees”. Harken found 1 more near miss.',
    ),
  ).toBeVisible();
  expect(screen.getAllByText(/^Near miss:/)).toHaveLength(1);
  expect(asked()).toBe(1);
});

test('the posts are shown under each change, with what it would match', async () => {
  serve([aNearMiss(), plural]);
  const { user } = renderApp('/keywords');
  await user.click(await screen.findByRole('button', { name: 'See the posts: kubernetes' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Near misses' }));
  expect(
    dialog.getByText('What “kubernetes” nearly matched in the 36 hours before 3 Jan 2026.'),
  ).toBeVisible();
  const posts = dialog.getByRole('list', { name: '4 posts in 36 hours said “kubernetees”.' });
  expect(within(posts).getAllByRole('listitem')).toHaveLength(2);
  const marks = [...document.querySelectorAll('mark')].map((mark) => mark.textContent);
  expect(marks).toEqual(['Kubernetees', 'kubernetees']);
  expect(dialog.getByText('2 more are not shown.')).toBeVisible();
  expect(dialog.getByText('Harken no longer stores what it found.')).toBeVisible();
});

test('one click matches them, and another takes it back', async () => {
  const { saved } = serve();
  const { user } = renderApp('/keywords');
  await user.click(await screen.findByRole('button', { name: 'Match these too: kubernetes' }));
  expect(await screen.findByText('“kubernetes” was changed')).toBeVisible();
  expect(saved[0]).toMatchObject({
    keyword: 'kubernetes OR kubernetees',
    mode: 'query',
    isActive: true,
  });
  expect(screen.queryByText(/^Near miss:/)).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('“kubernetes” is as it was before')).toBeVisible();
  expect(saved[1]).toMatchObject({ keyword: 'kubernetes', mode: 'literal' });
});

test('another change is applied in the dialog, which closes', async () => {
  const { saved } = serve([aNearMiss(), plural]);
  const { user } = renderApp('/keywords');
  await user.click(await screen.findByRole('button', { name: 'See the posts: kubernetes' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Near misses' }));
  const second = within(dialog.getByRole('region', { name: /inside a longer word/ }));
  await user.click(second.getByRole('button', { name: 'Match these too' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(saved[0]).toMatchObject({ keyword: 'kubernetes', mode: 'literal' });
});

test('a refusal is reported, and the near miss stays', async () => {
  serve();
  server.use(
    http.put('*/api/keywords/:id', () => refusal(409, 'ALREADY_WATCHED', 'Edit that one instead.')),
  );
  const { user } = renderApp('/keywords');
  await user.click(await screen.findByRole('button', { name: 'Match these too: kubernetes' }));
  expect(await screen.findByText('The keyword could not be changed')).toBeVisible();
  expect(screen.getByText('Edit that one instead.')).toBeVisible();
  expect(screen.getByText(/^Near miss:/)).toBeVisible();
});

test('a dismissed near miss disappears at once, and returns if that fails', async () => {
  const { dismissed } = serve();
  server.use(
    http.delete('*/api/keywords/:id/near-misses', () => refusal(500, 'INTERNAL', 'Not now'), {
      once: true,
    }),
  );
  const { user } = renderApp('/keywords');
  const name = 'Dismiss near miss: kubernetes';
  await user.click(await screen.findByRole('button', { name }));
  expect(await screen.findByText('The near miss could not be dismissed')).toBeVisible();
  await user.click(await screen.findByRole('button', { name }));
  expect(screen.queryByText(/^Near miss:/)).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Snooze kubernetes' })).toHaveFocus();
  await waitFor(() => expect(dismissed).toEqual([watch._id]));
});

test('posts that are gone are not offered', async () => {
  serve([plural]);
  renderApp('/keywords');
  await screen.findByText(/^Near miss: 1 post/);
  expect(screen.queryByRole('button', { name: /^See the/ })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Match these too: kubernetes' })).toBeVisible();
});
