import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import type { Watch } from '@/api/types';
import { aWatch } from '@/testing/fixtures';
import { MatcherWorker } from '@/testing/matcher-worker';
import { renderApp, signIn } from '@/testing/render-app';
import { refusal, server } from '@/testing/server';

// Imported here so that compiling it does not count against the first test.
import '../list/keywords-page';

const HOUR_MS = 3_600_000;

function serve(watch: Watch) {
  const asked: (string | null)[] = [];
  server.use(
    http.get('*/api/keywords', () =>
      HttpResponse.json({ watches: [watch], total: 1, active: 1, limit: null }),
    ),
    http.patch('*/api/keywords/:id/snooze', async ({ request }) => {
      const { until } = (await request.json()) as { until: string | null };
      asked.push(until);
      watch = { ...watch, snoozedUntil: until };
      return HttpResponse.json(watch);
    }),
  );
  return asked;
}

const snoozed = (ms: number) => aWatch({ snoozedUntil: new Date(Date.now() + ms).toISOString() });

beforeEach(() => {
  signIn();
  vi.stubGlobal('Worker', MatcherWorker);
});

test.each([
  ['For 1 hour', (until: number) => Math.abs(until - Date.now() - HOUR_MS) < 60_000],
  ['Until tomorrow, 08:00', (until: number) => new Date(until).getUTCHours() === 8],
  ['For a week', (until: number) => Math.abs(until - Date.now() - 168 * HOUR_MS) < 60_000],
])('a watch is snoozed: %s', async (choice, fits) => {
  const asked = serve(aWatch());
  const { user } = renderApp('/keywords');
  await user.click(await screen.findByRole('button', { name: 'Snooze rust' }));
  await user.click(await screen.findByRole('menuitem', { name: choice }));
  expect(await screen.findByText(/^Snoozed until .*\d\d:\d\d/)).toBeVisible();
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(fits(Date.parse(asked[0] ?? ''))).toBe(true);
});

test('a snooze is ended', async () => {
  const asked = serve(snoozed(HOUR_MS));
  const { user } = renderApp('/keywords');
  expect(await screen.findByText(/^Snoozed until/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'End snooze: rust' }));
  expect(screen.queryByText(/^Snoozed until/)).toBeNull();
  await waitFor(() => expect(asked).toEqual([null]));
  expect(screen.getByRole('button', { name: 'Snooze rust' })).toHaveFocus();
});

test('a snooze that is over is not shown', async () => {
  serve(snoozed(-HOUR_MS));
  renderApp('/keywords');
  await screen.findByRole('heading', { name: 'rust' });
  expect(screen.queryByText(/^Snoozed until/)).toBeNull();
});

test('a refused snooze is reverted, and the reason is shown', async () => {
  serve(aWatch());
  server.use(http.patch('*/api/keywords/:id/snooze', () => refusal(422, 'NO', 'Not that long')));
  const { user } = renderApp('/keywords');
  await user.click(await screen.findByRole('button', { name: 'Snooze rust' }));
  await user.click(await screen.findByRole('menuitem', { name: 'For a week' }));
  expect(await screen.findByText('Not that long')).toBeVisible();
  expect(screen.queryByText(/^Snoozed until/)).toBeNull();
});
