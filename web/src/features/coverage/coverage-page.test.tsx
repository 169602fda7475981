import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';

import type { Coverage, PlaceCoverage, PlaceCoverageDetail } from '@/api/types';
import {
  aCoverage,
  aCoverageGap,
  aKindCoverage,
  anAuditSum,
  aPlaceCoverage,
  aPlaceDetail,
  coverageDays,
  minutesAgo,
} from '@/testing/coverage';
import { aFeed, serveFeeds } from '@/testing/followed-feeds';
import { address, renderApp, signIn } from '@/testing/render-app';
import { refusal, serve } from '@/testing/server';
import { HN } from '@/testing/sites';

// Imported here so that compiling the pages does not count against the first test.
import './components/coverage-page';
import './components/place-page';

beforeEach(() => signIn());

/** Opens the page of a user with this coverage. */
function open(changes: Partial<Coverage>) {
  const asked: string[] = [];
  serve({
    'GET /coverage': ({ request }) => {
      asked.push(new URL(request.url).search);
      return aCoverage(changes);
    },
  });
  return { ...renderApp('/coverage'), asked };
}

const openPlace = (changes: Partial<PlaceCoverage>) => open({ places: [aPlaceCoverage(changes)] });
const places = async () => within(await screen.findByRole('list', { name: 'Subreddits' }));

test('complete reading shows its start and its delay', async () => {
  openPlace({});
  const list = await places();
  expect(
    list.getByText(/^Every post since .* has been read, half within 2 s and 95% within 7\ss\.$/),
  ).toBeVisible();
  expect(list.getByText(/^Every comment since .* has been read/)).toBeVisible();
  expect(list.getByRole('img', { name: 'Posts of the last 30 days: complete' })).toBeVisible();
  expect(list.getAllByRole('img', { name: /^95% within 7\ss on / })).toHaveLength(2);
  expect(screen.getByText('Nothing was missed in the last 30 days.')).toBeVisible();
});

test('reading that has resumed shows its start', async () => {
  openPlace({ posts: aKindCoverage({ completeSince: null, fillingSince: minutesAgo(30) }) });
  const list = await places();
  expect(
    list.getByText(/^Posts since \S.* are being read again, because some may be/),
  ).toBeVisible();
});

test('reading that has stopped shows since when', async () => {
  openPlace({ comments: aKindCoverage({ completeSince: null, readUntil: minutesAgo(16) }) });
  expect((await places()).getByText(/^Comments have not been read since /)).toBeVisible();
});

test('a private subreddit says so', async () => {
  openPlace({ problem: 'private', problemSince: minutesAgo(10) });
  expect((await places()).getByText(/^Private since [A-Z]\w+day$/)).toBeVisible();
});

test('a subreddit that was never read is waiting', async () => {
  openPlace({ posts: null, comments: null });
  const list = await places();
  expect(list.getByText('Waiting to be read for the first time')).toBeVisible();
  expect(list.queryByText(/^Posts:/)).toBeNull();
});

test('a day with a gap is named', async () => {
  const days = coverageDays({ 3: { gapSeconds: 700 } });
  openPlace({ posts: aKindCoverage({ days }) });
  const strip = (await places()).getByRole('img', {
    name: /^Posts of the last 30 days: posts or comments may be missing on \d+ \w+ \(12\smin\)$/,
  });
  expect(
    within(strip).getByTitle(/12 min may be missing; 96 posts, 95% within 7\ss$/),
  ).toBeVisible();
});

test('gaps are listed with their causes', async () => {
  const causes = ['too_many', 'budget', 'forum_failed', 'hidden', 'turned_over', 'away'] as const;
  const gaps = causes.map((cause, at) =>
    aCoverageGap({ cause, startedAt: `2026-01-0${at + 1}T09:12:00Z` }),
  );
  open({ places: [aPlaceCoverage({ name: 'Rust' })], gaps });
  const list = within(await screen.findByRole('list', { name: 'What may be missing' }));
  expect(list.getAllByText('Posts of r/Rust')).toHaveLength(causes.length);
  for (const text of [
    'More was posted than Reddit lists',
    'Reddit’s request limit was used up',
    'Reddit did not answer properly',
    'Reddit does not show this subreddit',
    'Harken was not reading for too long',
  ]) {
    expect(list.getByText(text)).toBeVisible();
  }
});

test('a site is listed beside the subreddits, with gaps of its own', async () => {
  const gaps = [
    aCoverageGap({ place: HN, cause: 'budget' }),
    aCoverageGap({ place: HN, cause: 'forum_failed', kind: 'comment' }),
  ];
  open({ places: [aPlaceCoverage(), aPlaceCoverage({ name: HN })], gaps });
  const list = within(await screen.findByRole('list', { name: 'Subreddits and sites' }));
  expect(list.getByRole('link', { name: 'Hacker News' })).toHaveAttribute(
    'href',
    `/coverage/${HN}`,
  );
  expect(screen.getByText('Comments of Hacker News')).toBeVisible();
  expect(screen.getByText('Hacker News’ request limit was used up')).toBeVisible();
  expect(screen.getByText('Hacker News did not answer properly')).toBeVisible();
});

test('a feed is called by its title, leads to its page, and has no comments', async () => {
  const { place: name } = aFeed();
  serveFeeds({ feeds: [aFeed()] });
  const asked: string[] = [];
  serve({
    'GET /coverage/:place': ({ params }) => {
      asked.push(params.place ?? '');
      return aPlaceDetail({ name, comments: null });
    },
  });
  const feed = aPlaceCoverage({ name, comments: null });
  const gaps = [aCoverageGap({ place: name, cause: 'too_many' })];
  const { user } = open({ places: [aPlaceCoverage(), feed], gaps });
  const list = within(await screen.findByRole('list', { name: 'Subreddits and feeds' }));
  const link = await list.findByRole('link', { name: 'A Blog' });
  expect(list.getAllByText(/^Every comment since/)).toHaveLength(1);
  expect(await screen.findByText('Posts of A Blog')).toBeVisible();
  expect(screen.getByText('More was posted than A Blog lists')).toBeVisible();
  await user.click(link);
  expect(await screen.findByRole('heading', { level: 1, name: 'A Blog' })).toBeVisible();
  expect(await screen.findByText(/^Every post since/)).toBeVisible();
  expect(screen.queryByText(/^Every comment since/)).toBeNull();
  expect(asked).toEqual([name]);
});

test('the newest of many gaps are shown first', async () => {
  const gaps = Array.from({ length: 12 }, (_, at) =>
    aCoverageGap({ startedAt: `2026-01-01T09:${30 - at}:00Z` }),
  );
  const { user } = open({ places: [aPlaceCoverage()], gaps });
  const list = within(await screen.findByRole('list', { name: 'What may be missing' }));
  expect(list.getAllByRole('listitem')).toHaveLength(10);
  await user.click(screen.getByRole('button', { name: 'Show all 12' }));
  expect(list.getAllByRole('listitem')).toHaveLength(12);
});

test('comments of everything are called a sample', async () => {
  const everything = aPlaceCoverage({
    name: 'all',
    comments: aKindCoverage({ completeSince: null, shareOfLastHour: 0.38 }),
  });
  open({ everything, watchesAll: true });
  const card = within(await screen.findByRole('region', { name: 'r/all: every subreddit' }));
  expect(card.getByText(/^Every post since /)).toBeVisible();
  expect(
    card.getByText('Comments in r/all are a sample: about 38% from the last hour were read.'),
  ).toBeVisible();
  expect(card.queryByRole('img', { name: /^Comments of the last 30 days/ })).toBeNull();
  expect(screen.getByText('No active keyword names a subreddit')).toBeVisible();
});

const audits = anAuditSum({ audits: 336, items: 4_812, maxMissingShare: 0.000622 });

test('the page shows the result of all comparisons', async () => {
  const posts = aKindCoverage({ audits });
  open({ audits, places: [aPlaceCoverage({ posts })] });
  const card = within(await screen.findByRole('region', { name: 'What may be missing' }));
  expect(card.getByText(/: 336 checks, 4,812 posts and comments, none missing,/)).toBeVisible();
  expect(screen.queryByText(/checked in 7 days/)).toBeNull();
});

test('without an active keyword the page leads to a new one', async () => {
  const { user } = open({});
  expect(await screen.findByText('No keyword is active')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'r/all: every subreddit' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'What may be missing' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Requests to Reddit' })).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Add a keyword' }));
  expect(address()).toBe('/keywords?add');
});

test('requests are listed by use', async () => {
  const uses = { polls: 582, fills: 41, looks: 163, names: 9, people: 3 };
  open({
    budget: {
      allowed: 1_000,
      minutes: 10,
      looksNeeded: 160,
      keptDays: 90,
      lateSeconds: 0,
      ...uses,
    },
  });
  const list = within(await screen.findByRole('list', { name: 'What requests are used for' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Reading new posts and comments582',
    'Catching up on what was missed41',
    'Checking for deletions163',
    'Checking subreddits9',
    'Searches and checks by users3',
    'Free202',
  ]);
  expect(screen.queryByText(/matches are kept for|later than planned/)).toBeNull();
});

test('late reading and matches that are kept for less than ninety days show the reason', async () => {
  const uses = { polls: 182, fills: 0, looks: 503, names: 0, people: 0 };
  open({
    budget: {
      allowed: 1_000,
      minutes: 10,
      looksNeeded: 498,
      keptDays: 27,
      lateSeconds: 271,
      ...uses,
    },
  });
  expect(await screen.findByText(/takes 498 requests in 10 minutes/)).toHaveTextContent(
    'matches are kept for about 27 days instead of 90.',
  );
  expect(screen.getByText(/some subreddits are read 5 minutes later than planned/)).toBeVisible();
});

test('more than twenty subreddits are shown in pages', async () => {
  const pagination = { page: 1, limit: 20, total: 2, totalItems: 21, hasMore: true };
  const { user, asked } = open({ places: [aPlaceCoverage()], pagination });
  await user.click(await screen.findByRole('button', { name: 'Next' }));
  expect(await screen.findByText('Page 2 of 2')).toBeVisible();
  expect(asked).toEqual(['?page=1&limit=20', '?page=2&limit=20']);
  expect(address()).toBe('/coverage?page=2');
});

test('a failed page can be retried', async () => {
  serve({ 'GET /coverage': refusal(400, 'NO', 'No') });
  const { user } = renderApp('/coverage');
  expect(await screen.findByText('We could not load the coverage.')).toBeVisible();
  serve({ 'GET /coverage': aCoverage() });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No keyword is active')).toBeVisible();
});

/** Opens the page of a subreddit from the list. */
async function openDetail(changes: Partial<PlaceCoverageDetail>) {
  serve({
    'GET /coverage/:place': ({ params }) =>
      params.place === 'rust'
        ? aPlaceDetail(changes)
        : refusal(404, 'NOT_FOUND', 'None of your active keywords watches this subreddit.'),
  });
  const { user } = openPlace({});
  await user.click(await screen.findByRole('link', { name: 'r/rust' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'r/rust' })).toBeVisible();
  expect(address()).toBe('/coverage/rust');
  return { user };
}

test('a subreddit has a page with its hours and its gaps', async () => {
  const hour = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000).toISOString();
  const { user } = await openDetail({
    hours: [{ kind: 'post', hour, items: 96, gapSeconds: 720, p95Seconds: 6.4 }],
    gaps: [aCoverageGap()],
    posts: aKindCoverage({ audits }),
  });
  expect(await screen.findByText(/^4,812 checked in 7 days, none missing/)).toBeVisible();
  expect(
    await screen.findByRole('img', {
      name: /^Posts by hour, last 7 days: 96 posts, most of them .*; posts or comments may be missing in 1 hour$/,
    }),
  ).toBeVisible();
  await user.click(screen.getByText('Posts by hour, in numbers'));
  const table = within(screen.getByRole('table', { name: 'Posts by hour' }));
  expect(table.getByRole('cell', { name: '96' })).toBeVisible();
  expect(table.getByRole('cell', { name: /^12\smin$/ })).toBeVisible();
  const comments = screen.getByRole('region', { name: 'Comments of the last 7 days, by hour' });
  expect(within(comments).getByText('Nothing was read in the last 7 days.')).toBeVisible();
  expect(screen.getByText('Posts of r/rust')).toBeVisible();
});

test('the numbered items that a site never showed are reported', async () => {
  const detail = aPlaceDetail({ name: HN, unavailable: 3 });
  serve({ 'GET /coverage/:place': detail });
  renderApp(`/coverage/${HN}`);
  const text =
    '3 items from the last 30 days never appeared: Hacker News numbered them, but showed nothing within an hour.';
  expect(await screen.findByText(text)).toBeVisible();
});

test('a subreddit that nobody watches leads to the keywords', async () => {
  serve({ 'GET /coverage/:place': refusal(404, 'NOT_FOUND', 'None of your keywords.') });
  renderApp('/coverage/nowhere');
  expect(await screen.findByText('You do not watch this subreddit')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'r/nowhere' })).toBeVisible();
});

test('a site that nobody watches is named', async () => {
  serve({ 'GET /coverage/:place': refusal(404, 'NOT_FOUND', 'None.') });
  renderApp(`/coverage/${HN}`);
  expect(await screen.findByText('You do not watch Hacker News')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'Hacker News' })).toBeVisible();
});
