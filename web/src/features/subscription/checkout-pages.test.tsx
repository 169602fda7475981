import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { useSession } from '@/lib/http/session';
import { aProStatus, aStatus, aUser } from '@/testing/fixtures';
import { address, renderApp, signIn } from '@/testing/render-app';
import { serve } from '@/testing/server';

const SUCCESS = '/subscription/success?session_id=cs_1';

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  signIn();
});
afterEach(() => vi.useRealTimers());

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const processing = () => screen.findByText('Processing your subscription...');

/** Mocks a server that confirms the payment when `confirm` is called. */
function serveConfirmation({ confirmed = false } = {}) {
  serve({
    'GET /subscriptions/status': () => (confirmed ? aProStatus() : aStatus()),
    'GET /users/profile': () => ({ user: aUser({ isPro: confirmed }) }),
  });
  return { confirm: () => (confirmed = true) };
}

test('a cancelled payment leaves the user on the Free plan, with three links', async () => {
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

describe('after paying', () => {
  test('a payment that is confirmed at once still shows as processed for two seconds', async () => {
    serveConfirmation({ confirmed: true });
    renderApp(SUCCESS);
    expect(await processing()).toBeVisible();
    await pass(1_500);
    expect(screen.getByText('Processing your subscription...')).toBeVisible();
    await pass(600);
    const heading = await screen.findByRole('heading', { name: 'Welcome to Harken Pro!' });
    expect(heading).toHaveFocus();
    expect(screen.getByRole('link', { name: 'Add Your First Keyword' })).toHaveAttribute(
      'href',
      '/keywords',
    );
    expect(screen.getByRole('link', { name: 'Go to Dashboard' })).toHaveAttribute(
      'href',
      '/dashboard',
    );
    expect(screen.getByText('A confirmation email will follow.')).toBeVisible();
  });

  test('the welcome waits until the payment is confirmed', async () => {
    const payment = serveConfirmation();
    renderApp(SUCCESS);
    await processing();
    await pass(6_000);
    expect(screen.queryByRole('heading', { name: /Welcome/ })).toBeNull();
    expect(screen.getByText('Processing your subscription...')).toBeVisible();
    payment.confirm();
    await pass(2_000);
    expect(await screen.findByRole('heading', { name: 'Welcome to Harken Pro!' })).toBeVisible();
    expect(useSession.getState().user?.isPro).toBe(true);
  });

  test('a late confirmation is announced, and still arrives', async () => {
    const payment = serveConfirmation();
    renderApp(SUCCESS);
    await processing();
    await pass(15_500);
    const title = 'Your payment is still being confirmed';
    expect(await screen.findByRole('heading', { name: title })).toHaveFocus();
    expect(screen.getByText(/You do not need to do anything/)).toBeVisible();
    payment.confirm();
    await pass(2_000);
    expect(await screen.findByRole('heading', { name: 'Welcome to Harken Pro!' })).toBeVisible();
  });

  test('a server that cannot be reached meanwhile is polled again', async () => {
    serve({ 'GET /subscriptions/status': HttpResponse.error() });
    renderApp(SUCCESS);
    await processing();
    await pass(5_000);
    serveConfirmation({ confirmed: true });
    await pass(4_000);
    expect(await screen.findByRole('heading', { name: 'Welcome to Harken Pro!' })).toBeVisible();
  });
});

test('users who have paid nothing are not asked to wait for a confirmation', async () => {
  renderApp('/subscription/success');
  await processing();
  await pass(2_500);
  await waitFor(() => expect(address()).toBe('/subscription'));
});

test('Pro users do not see the page about the Free plan', async () => {
  serveConfirmation({ confirmed: true });
  signIn({ isPro: true });
  renderApp('/subscription/cancel');
  await waitFor(() => expect(address()).toBe('/subscription'));
});
