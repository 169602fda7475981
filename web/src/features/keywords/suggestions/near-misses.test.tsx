import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';

import type { NearMiss } from '@/api/types';
import { anItem, aWatch } from '@/testing/fixtures';
import { renderApp, signIn } from '@/testing/render-app';
import {
  aRule,
  dismissTwice,
  marked,
  openSuggestion,
  refuseChange,
  serveSuggestion,
} from '@/testing/suggestions';

import { nearMissText } from './texts';

// Imported here so that compiling it does not count against the first test.
import '../list/keywords-page';

const watch = aWatch({ keyword: 'kubernetes', subreddits: ['all'] });

const aNearMiss = (changes: Partial<NearMiss> = {}): NearMiss => ({
  change: { kind: 'misspelling', value: 'kubernetees' },
  rule: aRule('kubernetes OR kubernetees'),
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
  rule: aRule('kubernetes', { mode: 'literal' }),
  count: 1,
  examples: [],
});

/** Serves a keyword and what it nearly matched. */
function serve(changes: NearMiss[] = [aNearMiss()]) {
  const found = { watchId: watch._id, lookedAt: '2026-01-03T12:00:00Z', hours: 36, changes };
  const watches = [watch, aWatch({ _id: 'watch-2', keyword: 'tea' })];
  return serveSuggestion('near-misses', watches, (gone) => ({ watches: gone ? [] : [found] }));
}

const open = () => openSuggestion('See the posts: kubernetes', 'Near misses');

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
  expect(asked).toHaveLength(1);
});

test('the posts are shown under each change, with what it would match', async () => {
  serve([aNearMiss(), plural]);
  const { dialog } = await open();
  expect(
    dialog.getByText('What “kubernetes” nearly matched in the 36 hours before 3 Jan 2026.'),
  ).toBeVisible();
  const posts = dialog.getByRole('list', { name: '4 posts in 36 hours said “kubernetees”.' });
  expect(within(posts).getAllByRole('listitem')).toHaveLength(2);
  expect(marked()).toEqual(['Kubernetees', 'kubernetees']);
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
  const { user, dialog } = await open();
  const second = within(dialog.getByRole('region', { name: /inside a longer word/ }));
  await user.click(second.getByRole('button', { name: 'Match these too' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(saved[0]).toMatchObject({ keyword: 'kubernetes', mode: 'literal' });
});

test('a refusal is reported, and the near miss stays', async () => {
  serve();
  refuseChange();
  const { user } = renderApp('/keywords');
  await user.click(await screen.findByRole('button', { name: 'Match these too: kubernetes' }));
  expect(await screen.findByText('The keyword could not be changed')).toBeVisible();
  expect(screen.getByText('Edit that one instead.')).toBeVisible();
  expect(screen.getByText(/^Near miss:/)).toBeVisible();
});

test('a dismissed near miss disappears at once, and returns if that fails', async () => {
  const { dismissed } = serve();
  const failure = 'The near miss could not be dismissed';
  await dismissTwice('near-misses', 'Dismiss near miss: kubernetes', failure);
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
