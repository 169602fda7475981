import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';

import type { WatchDifference, WatchVariantSummary } from '@/api/types';
import { anItem, aWatch } from '@/testing/fixtures';
import { signIn } from '@/testing/render-app';
import { refusal, server } from '@/testing/server';
import { aRule, openSuggestion, serveSuggestion } from '@/testing/suggestions';
import { serveWatches } from '@/testing/watch-server';

import { changeTexts, variantText } from './texts';

// Imported here so that compiling it does not count against the first test.
import '../list/keywords-page';

const watch = aWatch({ keyword: 'tea', subreddits: ['all'] });

const summary: WatchVariantSummary = {
  keyword: 'tea OR chai',
  mode: 'query',
  startedAt: '2026-01-01T12:00:00Z',
  endsAt: '2026-01-15T12:00:00Z',
  endedAt: null,
  expensivePart: null,
  added: 2,
};

const rule = aRule('tea OR chai', {
  excludedAuthors: ['bot'],
  filters: { ...watch.filters, wholeWordOnly: true },
});

const aDifference = (changes: Partial<WatchDifference> = {}): WatchDifference => ({
  ...summary,
  rule,
  addedMatches: [
    {
      item: anItem(1, { title: 'A cup of chai', body: '' }),
      matches: [{ field: 'title', start: 9, end: 13 }],
    },
  ],
  compared: 7,
  dropped: 1,
  droppedMatches: [
    {
      item: anItem(2, { title: 'Steam', body: '' }),
      matches: [{ field: 'title', start: 1, end: 4 }],
    },
  ],
  ...changes,
});

/** Serves a keyword of which a variant is tried. */
const serve = (difference = aDifference()) =>
  serveSuggestion('variant', [{ ...watch, variant: summary }], () => difference);

const compare = () => openSuggestion('Compare: tea', 'Compare with the variant');

beforeEach(() => signIn());

test.each<[Partial<WatchVariantSummary>, string]>([
  [{}, 'Trying a variant since 1 Jan 2026: 2 more matches'],
  [{ added: 1 }, 'Trying a variant since 1 Jan 2026: 1 more match'],
  [{ added: 0 }, 'Trying a variant since 1 Jan 2026: no more matches so far'],
  [
    { added: 0, endedAt: '2026-01-15T12:00:00Z' },
    'A variant was tried from 1 Jan 2026 until 15 Jan 2026: no more matches',
  ],
])('the card says what was found: %o', (changes, text) => {
  expect(variantText({ ...summary, ...changes })).toBe(text);
});

test('the texts say what else a variant changes', () => {
  const had = { ...watch, excludedSubreddits: ['tea'], excludedAuthors: [] };
  expect(changeTexts(had, rule)).toEqual([
    'No longer excludes r/tea',
    'Excludes u/bot',
    'Whole words only: on',
  ]);
  expect(changeTexts(watch, { ...rule, excludedAuthors: [], filters: watch.filters })).toEqual([]);
});

test('the difference is shown, and the variant replaces the rule', async () => {
  const { saved } = serve();
  const { user, dialog } = await compare();
  expect(await dialog.findByRole('heading', { name: '2 more' })).toBeVisible();
  expect(dialog.getByRole('heading', { name: '1 fewer' })).toBeVisible();
  expect(dialog.getByText('of 7 matches that the keyword had meanwhile')).toBeVisible();
  expect(
    dialog.getByText('found by the variant only; those that are still stored are shown'),
  ).toBeVisible();
  expect(dialog.getByText('chai').tagName).toBe('MARK');
  await user.click(dialog.getByRole('button', { name: 'Use the variant' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(saved).toMatchObject([rule]);
  expect(await screen.findByText('“tea” was changed')).toBeVisible();
});

test('a variant is ended', async () => {
  const { dismissed } = serve();
  const { user, dialog } = await compare();
  await user.click(dialog.getByRole('button', { name: 'End variant' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(dismissed).toEqual([watch._id]);
});

test('a variant that cost too much says which part', async () => {
  serve(aDifference({ endedAt: '2026-01-02T12:00:00Z', expensivePart: '/a+b/' }));
  const { dialog } = await compare();
  expect(await dialog.findByText('/a+b/')).toBeVisible();
});

test('the rule in the form is tried, and nothing is saved', async () => {
  const { saved } = serveWatches([watch]);
  const tried: unknown[] = [];
  server.use(
    http.put('*/api/keywords/:id/variant', async ({ request }) => {
      tried.push(await request.json());
      return HttpResponse.json(summary);
    }),
  );
  const { user, dialog } = await openSuggestion('Edit tea', 'Edit Keyword');
  const field = dialog.getByRole('textbox', { name: 'Keyword' });
  await user.clear(field);
  await user.type(field, 'chai');
  await user.click(dialog.getByRole('button', { name: 'Try it first' }));
  expect(await screen.findByText('A variant of “tea” is being tried')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  const { excludedSubreddits, excludedAuthors, filters } = watch;
  expect(tried).toEqual([
    { keyword: 'chai', mode: 'literal', excludedSubreddits, excludedAuthors, filters },
  ]);
  expect(saved).toEqual([]);
});

test('a variant that is refused says why at the keyword', async () => {
  serveWatches([watch]);
  server.use(
    http.put('*/api/keywords/:id/variant', () =>
      refusal(409, 'SAME_RULE', 'This finds the same as the keyword does.'),
    ),
  );
  const { user, dialog } = await openSuggestion('Edit tea', 'Edit Keyword');
  await user.click(dialog.getByRole('button', { name: 'Try it first' }));
  expect(await dialog.findByText('This finds the same as the keyword does.')).toBeVisible();
});
