import { act, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { aUser } from '@/testing/fixtures';
import { renderApp, signIn } from '@/testing/render-app';
import { server } from '@/testing/server';

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  signIn();
});
afterEach(() => vi.useRealTimers());

test('a cancelled payment leaves the user on the Free plan, with three ways on', async () => {
  renderApp('/subscription/cancel');
  expect(await screen.findByRole('heading', { name: 'Payment Cancelled' })).toBeVisible();
  expect(screen.getByText(/still on the Free plan/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Try Pro Again' })).toHaveAttribute(
    'href',
    '/subscription',
  );
  expect(screen.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute(
    'href',
    '/dashboard',
  );
  expect(screen.getByText(/Contact support/)).toBeVisible();
});

test('a payment is processed for two seconds, then the user is welcome', async () => {
  renderApp('/subscription/success?session_id=cs_1');
  expect(await screen.findByText('Processing your subscription...')).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(1_500));
  expect(screen.getByText('Processing your subscription...')).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(600));
  expect(screen.getByRole('heading', { name: 'Welcome to Harken Pro!' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Add Your First Keyword' })).toHaveAttribute(
    'href',
    '/keywords',
  );
  expect(screen.getByRole('link', { name: 'Go to Dashboard' })).toHaveAttribute(
    'href',
    '/dashboard',
  );
  expect(screen.getByText('A confirmation email will follow.')).toBeVisible();
  expect(screen.getByText(/once your payment has been confirmed/)).toBeVisible();
});

test('an account that is Pro by then need not wait', async () => {
  let asked = 0;
  server.use(
    http.get('*/api/users/profile', () => {
      asked += 1;
      return HttpResponse.json({ user: aUser({ isPro: asked > 1 }) });
    }),
  );
  renderApp('/subscription/success?session_id=cs_1');
  await screen.findByText('Processing your subscription...');
  await act(() => vi.advanceTimersByTimeAsync(2_100));
  expect(screen.getByRole('heading', { name: 'Welcome to Harken Pro!' })).toBeVisible();
  expect(screen.queryByText(/once your payment has been confirmed/)).toBeNull();
});
