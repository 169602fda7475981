import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import type { RecentItem } from '@/api/types';
import { anItem } from '@/testing/fixtures';
import { MatcherWorker } from '@/testing/matcher-worker';
import { aPreview, aWeek } from '@/testing/preview';
import { signIn } from '@/testing/render-app';
import { server } from '@/testing/server';
import { keywordField, openAddDialog, serveWatches } from '@/testing/watch-server';

// Imported here so that compiling it does not count against the first test.
import '../list/keywords-page';

beforeEach(() => {
  signIn();
  vi.stubGlobal('Worker', MatcherWorker);
});

const HEADING = 'Older matches';
const rare = (id: number) => anItem(id, { title: `Rare find ${id}`, body: '' });
const other = anItem(1, { title: 'Something else', body: '' });

async function typeRare(recent: RecentItem[], stored: RecentItem[]) {
  serveWatches([], recent);
  const matches = [{ field: 'title' as const, start: 0, end: 4 }];
  const preview = aPreview({
    searched: 4_000,
    matching: stored.length,
    estimate: { matching: stored.length, minutes: 36 * 60, perDay: 0.6 },
    perDay: aWeek(0, 0, 1, 0, 1, 0, 0),
    newest: stored.map((item) => ({ item, matches })),
  });
  server.use(http.post('*/api/keywords/preview', () => HttpResponse.json(preview)));
  const { user } = await openAddDialog();
  await user.type(keywordField(), 'rare');
  await screen.findByText(/^Searched 4,000 items/);
}

const titles = (list: HTMLElement) =>
  within(list)
    .getAllByRole('listitem')
    .map((row) => row.querySelector('p:nth-of-type(2)')?.textContent);

test('a keyword without recent matches shows the stored ones', async () => {
  await typeRare([other], [rare(7), rare(8)]);
  const list = await screen.findByRole('list', { name: HEADING });
  expect(titles(list)).toEqual(['Rare find 7', 'Rare find 8']);
  expect(within(list).getAllByText('Rare', { selector: 'mark' })).toHaveLength(2);
  expect(screen.queryByText(/^No matches in the last/)).toBeNull();
});

test('a match that is shown already is not shown twice', async () => {
  await typeRare([rare(2), other], [rare(2), rare(7)]);
  expect(titles(await screen.findByRole('list', { name: HEADING }))).toEqual(['Rare find 7']);
  expect(titles(screen.getByRole('list', { name: 'Matches' }))).toEqual(['Rare find 2']);
});

test('a frequent keyword needs no older matches', async () => {
  const recent = Array.from({ length: 10 }, (_, index) => rare(index + 10));
  await typeRare(recent, [rare(7)]);
  expect(titles(screen.getByRole('list', { name: 'Matches' }))).toHaveLength(10);
  expect(screen.queryByRole('list', { name: HEADING })).toBeNull();
});

test('the preview says so if there are no matches', async () => {
  await typeRare([other], []);
  expect(screen.getByText(/^No matches in the last 1 item/)).toBeVisible();
  expect(screen.queryByRole('list', { name: HEADING })).toBeNull();
});
