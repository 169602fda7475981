import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { address, renderApp } from '@/testing/render-app';

const GOOD = '/verify-success?email=mara%40example.com&message=Email+verified+successfully';

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => vi.useRealTimers());

test('the right message leads to the login after three seconds', async () => {
  renderApp(GOOD);
  expect(await screen.findByRole('heading', { name: 'Email Verified!' })).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(address()).toContain('/verify-success');
  await act(() => vi.advanceTimersByTimeAsync(1_200));
  await waitFor(() => expect(address()).toBe('/login'));
});

test('the login can be opened at once', async () => {
  renderApp(GOOD);
  const button = await screen.findByRole('button', { name: 'Go to Login Now' });
  act(() => button.click());
  await waitFor(() => expect(address()).toBe('/login'));
  expect(await screen.findByLabelText('Email')).toHaveValue('mara@example.com');
});

test.each([
  '',
  '?email=a%40b.example',
  '?message=Email+verified+successfully',
  '?email=a&message=x',
])('the query "%s" is not a verification', async (query) => {
  renderApp(`/verify-success${query}`);
  expect(await screen.findByRole('heading', { name: 'Verification Failed' })).toBeVisible();
  expect(screen.getByText('Invalid verification link or verification failed')).toBeVisible();
  act(() => screen.getByRole('button', { name: 'Go to Login' }).click());
  await waitFor(() => expect(address()).toBe('/login'));
});
