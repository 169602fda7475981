import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';

import { showFailure } from '@/lib/failure-toast';
import { ApiError } from '@/lib/http/api-error';

import { Alert } from './alert';
import { LoadFailed } from './load-failed';
import { ToastArea } from './toast-area';

const ID = '0193f2a0-6f3e-7bb1-9a52-0d6c1f6f3a11';
const answered = (status: number) =>
  new ApiError(status, { error: 'Harken could not do this.', requestId: ID });

test('a section that could not be loaded names the request, to be copied', async () => {
  const user = userEvent.setup();
  render(<LoadFailed what="your keywords" error={answered(503)} onRetry={vi.fn()} />);
  expect(screen.getByText(ID)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Copy the request ID' }));
  expect(await navigator.clipboard.readText()).toBe(ID);
});

test('an alert about a failure names the request, and no other alert does', () => {
  render(
    <>
      <Alert tone="error" error={answered(500)}>
        The search could not be saved.
      </Alert>
      <Alert tone="error">Choose a file.</Alert>
    </>,
  );
  const [failure, other] = screen.getAllByRole('alert');
  expect(failure).toHaveTextContent(`The search could not be saved.Request ${ID}`);
  expect(other).toHaveTextContent(/^Choose a file\.$/);
});

test('the toast about a failure names the request', () => {
  render(<ToastArea />, { wrapper: MemoryRouter });
  act(() => showFailure('Failed to update settings', answered(500)));
  expect(screen.getByRole('alert')).toHaveTextContent(`Harken could not do this.Request ${ID}`);
});

test.each([
  ['a refusal, which explains itself', answered(422)],
  ['an unreachable server', new TypeError('Failed to fetch')],
])('no request is named for %s', (_what, error) => {
  render(<LoadFailed what="your keywords" error={error} onRetry={vi.fn()} />);
  expect(screen.getByText('We could not load your keywords.')).toBeVisible();
  expect(screen.queryByText(/Request/)).toBeNull();
});
