import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';

import { aWatch } from '@/testing/fixtures';
import { renderApp, signIn } from '@/testing/render-app';
import { refusal, server } from '@/testing/server';

beforeEach(() => signIn());

const answerUsage = (keywordLimit: number | null) =>
  server.use(
    http.get('*/api/subscriptions/usage', () =>
      HttpResponse.json({ keywordCount: 2, keywordLimit, notificationCount: 1470 }),
    ),
  );

test('the subscription shows the plan, its use and the plans, and that nothing can be paid yet', async () => {
  answerUsage(3);
  renderApp('/subscription');
  expect(await screen.findByText('Payments are not available on this server yet')).toBeVisible();
  expect(await screen.findByText('of 3')).toBeVisible();
  expect(screen.getByText('1,470')).toBeVisible();
  expect(screen.getByRole('meter', { name: 'Keywords in use' })).toHaveAttribute(
    'aria-valuenow',
    '2',
  );
  expect(screen.getByText('$9.99')).toBeVisible();
  expect(screen.getByText('or 99.99 CAD per year')).toHaveTextContent('Save 17%');
  expect(screen.getByRole('heading', { name: 'FreeYour plan' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Upgrading is not possible yet' })).toBeDisabled();
});

test('a plan without a limit says so', async () => {
  answerUsage(null);
  renderApp('/subscription');
  expect(await screen.findByText('unlimited')).toBeVisible();
  expect(screen.queryByRole('meter')).toBeNull();
});

test('usage that cannot be loaded can be tried again', async () => {
  server.use(http.get('*/api/subscriptions/usage', () => refusal(422, 'NO', 'No')));
  const { user } = renderApp('/subscription');
  const again = await screen.findByRole('button', { name: 'Try again' });
  answerUsage(3);
  await user.click(again);
  expect(await screen.findByText('of 3')).toBeVisible();
});

test('the insights say what is coming, for which keywords and how often a day', async () => {
  server.use(
    http.get('*/api/ai/usage', () =>
      HttpResponse.json({ remainingCalls: 5, dailyLimit: 5, resetTime: '2026-01-02T00:00:00Z' }),
    ),
    http.get('*/api/keywords', () =>
      HttpResponse.json({ watches: [aWatch()], total: 1, active: 1, limit: 3 }),
    ),
  );
  renderApp('/ai-insights');
  expect(await screen.findByText('AI insights are not available on this server yet')).toBeVisible();
  expect(await screen.findByText(/will have 5 analyses a day/)).toBeVisible();
  const keywords = within(screen.getByRole('region', { name: 'Your keywords' }));
  expect(await keywords.findByText('12 matches')).toBeVisible();
});
