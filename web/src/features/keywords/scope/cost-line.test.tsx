import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import type { PlanEstimate } from '@/api/types';
import { aPlanEstimate } from '@/testing/coverage';
import { aWatch } from '@/testing/fixtures';
import { MatcherWorker } from '@/testing/matcher-worker';
import { renderApp, signIn } from '@/testing/render-app';
import { refusal, server } from '@/testing/server';
import { openAddDialog, serveWatches, subredditField } from '@/testing/watch-server';

import { addedNames } from './added-names';
import { costText } from './cost-text';
import { valid } from './name-entries';

// Imported here so that compiling it does not count against the first test.
import '../list/keywords-page';

const slower = { requestsPerMinute: 1.3, p95SecondsNow: 3.4, p95Seconds: 3.6 };

const cases: [Partial<PlanEstimate>, string | null][] = [
  [{}, null],
  [{ requestsPerMinute: 0.004, p95SecondsNow: 3.4, p95Seconds: 3.4 }, null],
  [
    slower,
    'Adding r/tea takes about 1.3 of Reddit’s 100 requests a minute; 95% of your subreddits’ posts are then read within 3.6 s instead of 3.4 s.',
  ],
  [
    { ...slower, p95SecondsNow: null },
    'Adding r/tea takes about 1.3 of Reddit’s 100 requests a minute; 95% of its posts are read within 3.6 s.',
  ],
  [
    { requestsPerMinute: 0.005, p95SecondsNow: 3.4, p95Seconds: 3.4 },
    'Adding r/tea takes about 0.01 of Reddit’s 100 requests a minute; 95% of your subreddits’ posts are still read within 3.4 s.',
  ],
  [
    { p95SecondsNow: 3.4, p95Seconds: 95.2 },
    'Adding r/tea takes none of Reddit’s 100 requests a minute; 95% of your subreddits’ posts are then read within 96 s instead of 3.4 s.',
  ],
  [
    { requestsPerMinute: 12.34, allowedPerMinute: 1_000 },
    'Adding r/tea takes about 12.3 of Reddit’s 1,000 requests a minute.',
  ],
  [
    { ...slower, isShort: true },
    'Reddit’s limit would not leave enough requests to read everything.',
  ],
];

test.each(cases)('a cost of %j', (changes, text) => {
  const said = costText(['tea'], aPlanEstimate(changes));
  expect(said?.replaceAll('\u00a0', ' ') ?? null).toBe(text);
});

test('several subreddits are counted', () =>
  expect(
    costText(['tea', 'rust'], aPlanEstimate({ requestsPerMinute: 2, p95Seconds: 3.6 })),
  ).toMatch(/^Adding these 2 subreddits takes about 2 of .*; 95% of their posts are read /));

test('current names, “all” and invalid names do not count as added', () => {
  const wrong = { name: 'a b', status: 'invalid', reason: 'No' } as const;
  expect(addedNames([valid('Rust'), valid('tea'), wrong], ['rust'])).toEqual(['tea']);
  expect(addedNames([valid('all')], [])).toEqual([]);
});

beforeEach(() => {
  signIn();
  vi.stubGlobal('Worker', MatcherWorker);
});

/** Serves the cost of subreddits, and returns the requests. */
function serveCost(answer: () => Response) {
  const asked: unknown[] = [];
  server.use(
    http.post('*/api/coverage/plan', async ({ request }) => {
      asked.push(await request.json());
      return answer();
    }),
  );
  return asked;
}

const line = /^Adding r\/tea takes about 1\.3 /;

test('the form says what adding takes, once, until the subreddit is removed', async () => {
  serveWatches();
  const asked = serveCost(() => HttpResponse.json(aPlanEstimate(slower)));
  const { user } = await openAddDialog();
  await user.type(subredditField(), 'tea,');
  expect(await screen.findByText(line)).toBeVisible();
  expect(asked).toEqual([{ subreddits: ['tea'] }]);
  await user.click(screen.getByRole('button', { name: 'Remove r/tea' }));
  expect(screen.queryByText(line)).toBeNull();
});

test('only subreddits that are new to an edited keyword are requested', async () => {
  serveWatches([aWatch({ subreddits: ['rust'] })]);
  const asked = serveCost(() => HttpResponse.json(aPlanEstimate(slower)));
  const { user } = renderApp('/keywords');
  await user.click(await screen.findByRole('button', { name: 'Edit rust' }));
  await user.type(subredditField(), 'tea,');
  expect(await screen.findByText(line)).toBeVisible();
  expect(asked).toEqual([{ subreddits: ['tea'] }]);
});

test.each([429, 500])('a refusal with %d is silent', async (status) => {
  serveWatches();
  const asked = serveCost(() => refusal(status, 'SEARCH_IN_PROGRESS', 'Another one goes on'));
  const { user } = await openAddDialog();
  await user.type(subredditField(), 'tea,');
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(screen.queryByText(line)).toBeNull();
  expect(screen.queryByText(/Another one goes on|Too Many/)).toBeNull();
});
