import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';

import { aWatch } from '@/testing/fixtures';
import { renderApp, signIn } from '@/testing/render-app';
import { server } from '@/testing/server';

beforeEach(() => signIn());

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
