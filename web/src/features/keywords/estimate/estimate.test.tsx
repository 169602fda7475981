import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { WatchPreview, WatchPreviewInput } from '@/api/types';
import { anItem, aWatch } from '@/testing/fixtures';
import { MatcherWorker } from '@/testing/matcher-worker';
import { aPreview, aWeek } from '@/testing/preview';
import { renderApp, signIn } from '@/testing/render-app';
import { refusal, server } from '@/testing/server';

// Imported here so that compiling it does not count against the first test.
import '../list/keywords-page';

const COUNTED = '61 in 36 hours; about 41 a day';

const counted = (changes: Partial<WatchPreview> = {}) =>
  aPreview({
    searched: 4312,
    searchedSince: '2026-01-01T08:00:00Z',
    matching: 61,
    share: 61 / 4312,
    estimate: { matching: 61, minutes: 36 * 60, perDay: 40.7 },
    perDay: aWeek(3, 0, 20, 11, 7, 19, 1),
    subreddits: [
      { subreddit: 'rust', count: 40 },
      { subreddit: 'programming', count: 21 },
    ],
    ...changes,
  });

/** Serves this count; `asked` collects the rules. */
function serve(
  preview: WatchPreview | ((rule: WatchPreviewInput) => Response | Promise<Response>),
) {
  const asked: WatchPreviewInput[] = [];
  server.use(
    http.post('*/api/keywords/preview', async ({ request }) => {
      const rule = (await request.json()) as WatchPreviewInput;
      asked.push(rule);
      return typeof preview === 'function' ? preview(rule) : HttpResponse.json(preview);
    }),
  );
  return asked;
}

async function openAdd() {
  const { user } = renderApp('/keywords');
  await user.click(await screen.findByRole('button', { name: 'Add Keyword' }));
  await screen.findByRole('dialog');
  return user;
}

/** Enters everything at once, however slow the machine is. */
const enter = (value: string) => fireEvent.change(keywordField(), { target: { value } });
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** Returns a promise that waits until it is opened. */
function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
}

const keywordField = () => screen.getByRole('textbox', { name: 'Keyword' });
const panel = () => within(screen.getByRole('region', { name: 'Live preview' }));
const section = async () => within(await panel().findByRole('region', { name: 'Recent matches' }));
const rows = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => row.textContent);

beforeEach(() => {
  signIn();
  vi.stubGlobal('Worker', MatcherWorker);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const items = [anItem(1, { subreddit: 'rust', title: 'rust' })];
  server.use(
    http.get('*/api/items/recent', () => HttpResponse.json({ items })),
    http.get('*/api/subreddits/validate/:name', ({ params }) =>
      HttpResponse.json({ exists: true, name: params.name }),
    ),
  );
});

afterEach(() => vi.useRealTimers());

test('once typing rests the days are shown, today last, and where the matches are', async () => {
  const asked = serve(counted());
  await openAdd();
  enter(' rust');
  expect(await panel().findByText(COUNTED)).toBeVisible();
  const days = await section();
  expect(rows(days.getByRole('table', { name: 'Matches per day' }))).toEqual([
    'Thursday 1 January3 matches, partly searched',
    'Friday 2 January0 matches',
    'Saturday 3 January20 matches',
    'Sunday 4 January11 matches',
    'Monday 5 January7 matches',
    'Tuesday 6 January19 matches',
    'Wednesday 7 January1 match',
  ]);
  const names = days.getByRole('list', { name: 'Matches by subreddit' });
  expect(names).toHaveTextContent('r/rust4040 matchesr/programming2121 matches');
  expect(days.getByText('Searched 4,312 items since Thursday')).toBeVisible();
  expect(asked).toEqual([expect.objectContaining({ keyword: 'rust', subreddits: ['all'] })]);
});

test('a bar shows its numbers to a pointer', async () => {
  serve(counted());
  const user = await openAdd();
  enter('rust');
  const days = await section();
  await user.hover(await days.findByText('20'));
  expect(await screen.findByRole('tooltip')).toHaveTextContent('Saturday 3 January: 20 matches');
});

test('what was not searched is not shown as days without matches', async () => {
  serve(counted({ searchedSince: '2026-01-05T10:00:00Z', complete: false }));
  await openAdd();
  enter('rust');
  const days = await section();
  const note = 'Searched 4,312 items since Monday; older ones were not searched';
  expect(await days.findByText(note)).toBeVisible();
  expect(rows(days.getByRole('table')).slice(3)).toEqual([
    'Sunday 4 Januarynot searched',
    'Monday 5 January7 matches, partly searched',
    'Tuesday 6 January19 matches',
    'Wednesday 7 January1 match',
  ]);
});

test('a few of many subreddits are shown, and the others on request', async () => {
  const subreddits = Array.from({ length: 10 }, (_, index) => ({
    subreddit: `place${index}`,
    count: 10 - index,
  }));
  serve(counted({ subreddits }));
  const user = await openAdd();
  enter('rust');
  const days = await section();
  const names = await days.findByRole('list', { name: 'Matches by subreddit' });
  expect(within(names).getAllByRole('listitem')).toHaveLength(4);
  await user.click(days.getByRole('button', { name: 'Show 10' }));
  expect(within(names).getAllByRole('listitem')).toHaveLength(10);
  await user.click(days.getByRole('button', { name: 'Show fewer' }));
  expect(within(names).getAllByRole('listitem')).toHaveLength(4);
});

test('one subreddit alone is not compared', async () => {
  serve(counted());
  const user = await openAdd();
  await user.type(screen.getByRole('combobox', { name: 'Subreddits' }), 'rust,');
  enter('rust');
  const days = await section();
  await days.findByRole('table');
  await waitFor(() => expect(days.queryByText('By subreddit')).toBeNull());
});

test('an edited watch is counted at once, and not compared with itself', async () => {
  const asked = serve(counted());
  server.use(
    http.get('*/api/keywords', () =>
      HttpResponse.json({ watches: [aWatch()], total: 1, active: 1, limit: 3 }),
    ),
  );
  const { user } = renderApp('/keywords');
  await user.click(await screen.findByRole('button', { name: 'Edit rust' }));
  expect(await panel().findByText(COUNTED)).toBeVisible();
  expect(asked).toMatchObject([{ watchId: 'watch-1', subreddits: ['programming'] }]);
});

test('a late answer does not replace a newer one', async () => {
  const gates = { first: gate(), second: gate(), third: gate() };
  const numbers = { first: 1, second: 2, third: 3 };
  const answered: string[] = [];
  const asked = serve(async ({ keyword }) => {
    const name = keyword as keyof typeof gates;
    await gates[name].opened;
    answered.push(name);
    const estimate = { matching: numbers[name], minutes: 36 * 60, perDay: null };
    return HttpResponse.json(counted({ estimate }));
  });
  await openAdd();
  enter('first');
  await waitFor(() => expect(asked).toHaveLength(1));
  enter('second');
  gates.second.open();
  expect(await panel().findByText(/^2 in/)).toBeVisible();
  gates.first.open();
  await waitFor(() => expect(answered).toEqual(['second', 'first']));
  enter('third');
  await waitFor(() => expect(asked).toHaveLength(3));
  // The last count stays until the next one arrives.
  expect(panel().getByRole('table')).toBeInTheDocument();
  gates.third.open();
  expect(await panel().findByText(/^3 in/)).toBeVisible();
});

test('the server is asked once typing rests', async () => {
  const asked = serve(counted());
  await openAdd();
  await panel().findByText('Searches the 1 recent item');
  vi.useFakeTimers();
  enter('r');
  await pass(499);
  enter('ru');
  await pass(499);
  expect(asked).toEqual([]);
  await pass(1);
  vi.useRealTimers();
  await waitFor(() => expect(asked).toMatchObject([{ keyword: 'ru' }]));
});

test('a failure is shown quietly, the rest works, and the user can try again', async () => {
  serve(() => refusal(500, 'INTERNAL', 'Out of order'));
  const user = await openAdd();
  enter('rust');
  const days = await section();
  expect(await days.findByText('Recent matches could not be counted.')).toBeVisible();
  expect(panel().getByText('1 of 1 recent item matches')).toBeVisible();
  for (const alert of screen.getAllByRole('alert')) expect(alert).toBeEmptyDOMElement();
  serve(counted());
  await user.click(days.getByRole('button', { name: 'Count again' }));
  expect(await panel().findByText(COUNTED)).toBeVisible();
});

test('a rate limit shows no toast, and counting continues by itself', async () => {
  let refused = false;
  serve(() => {
    if (refused) return HttpResponse.json(counted());
    refused = true;
    return refusal(429, 'KEYWORD_RATE_LIMIT_EXCEEDED', 'Too much', { retryAfter: 1 });
  });
  await openAdd();
  enter('rust');
  const days = await section();
  expect(await days.findByText(/Counting continues in a moment/)).toBeVisible();
  expect(screen.queryByText('Too Many Keyword Operations')).toBeNull();
  expect(await panel().findByText(COUNTED)).toBeVisible();
});

test('a rule that the server refuses is not counted', async () => {
  const asked = serve(() => refusal(422, 'VALIDATION_FAILED', 'no'));
  await openAdd();
  enter('rust');
  await waitFor(() => expect(asked).toHaveLength(1));
  await waitFor(() => expect(panel().queryByRole('region')).toBeNull());
  expect(panel().getByText('1 of 1 recent item matches')).toBeVisible();
});

test('without a keyword nothing is requested, and the last count disappears', async () => {
  const asked = serve(counted());
  await openAdd();
  enter('rust');
  await panel().findByText(COUNTED);
  enter('');
  expect(panel().queryByRole('region')).toBeNull();
  expect(asked).toHaveLength(1);
});
