import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';

import { useSession } from '@/lib/http/session';
import { reloadPage } from '@/lib/page';
import { aGate } from '@/testing/gate';
import { renderApp } from '@/testing/render-app';
import { refusal, server } from '@/testing/server';

vi.mock('@/lib/page');

const answerVerify = (answer: () => Response) =>
  server.use(http.get('*/api/auth/verify-email/abc', answer));

test('without a token the address in the query is shown and the email can be sent again', async () => {
  const gate = aGate();
  let resent: unknown;
  server.use(
    http.post('*/api/auth/resend-verification', async ({ request }) => {
      resent = await request.json();
      await gate.opened;
      return HttpResponse.json({ message: 'Sent' });
    }),
  );
  useSession.setState({ pendingVerificationEmail: 'other@example.com' });
  const { user } = renderApp('/verify-email?email=mara%40example.com');
  expect(await screen.findByText('mara@example.com')).toBeVisible();
  expect(
    screen.getByText("Didn't receive the email? Check your spam folder or contact support."),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to Login' })).toHaveAttribute('href', '/login');

  await user.click(screen.getByRole('button', { name: 'Resend Verification Email' }));
  expect(await screen.findByRole('button', { name: 'Sending...' })).toBeDisabled();
  gate.open();
  const message = await screen.findByText('Verification email sent successfully!');
  expect(message.closest('[role=status]')).not.toBeNull();
  expect(resent).toEqual({ email: 'mara@example.com' });
});

test('the stored address is used when the query has none', async () => {
  useSession.setState({ pendingVerificationEmail: 'stored@example.com' });
  renderApp('/verify-email');
  expect(await screen.findByText('stored@example.com')).toBeVisible();
});

test('nothing can be sent while no address is known', async () => {
  renderApp('/verify-email');
  expect(await screen.findByRole('button', { name: 'Resend Verification Email' })).toBeDisabled();
});

test('a failed resend shows the text of the server, or its own', async () => {
  let failure: Response = refusal(500, 'INTERNAL', 'The mail server is down');
  server.use(http.post('*/api/auth/resend-verification', () => failure));
  const { user } = renderApp('/verify-email?email=mara%40example.com');
  const resend = await screen.findByRole('button', { name: 'Resend Verification Email' });
  await user.click(resend);
  expect(await screen.findByRole('alert')).toHaveTextContent('The mail server is down');
  failure = Response.error();
  await user.click(resend);
  await waitFor(() =>
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to resend verification email'),
  );
});

test('a token is verified on load', async () => {
  const gate = aGate();
  server.use(
    http.get('*/api/auth/verify-email/abc', async () => {
      await gate.opened;
      return HttpResponse.json({ message: 'Email verified successfully', email: 'a@b.example' });
    }),
  );
  const { user } = renderApp('/verify-email?token=abc&email=mara%40example.com');
  expect(await screen.findByText('Verifying your email...')).toBeVisible();
  gate.open();
  expect(await screen.findByRole('heading', { name: 'Email Verified!' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Continue to Login' })).toHaveAttribute('href', '/login');
  const own = screen.getByRole('link', { name: 'Choose your own password' });
  expect(own).toHaveAttribute('href', '/forgot-password');
  // The address is the one that the server has verified, whatever the page's URL says.
  await user.click(screen.getByRole('link', { name: 'Continue to Login' }));
  expect(await screen.findByLabelText('Email')).toHaveValue('a@b.example');
});

test('a refused token shows the text of the server, once, and a way to try again', async () => {
  let calls = 0;
  answerVerify(() => {
    calls += 1;
    return refusal(400, 'INVALID_TOKEN', 'This link has expired');
  });
  const { user } = renderApp('/verify-email?token=abc');
  expect(await screen.findByRole('heading', { name: 'Verification Failed' })).toBeVisible();
  expect(screen.getByText('This link has expired')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to Login' })).toHaveAttribute('href', '/login');
  expect(calls).toBe(1);
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(reloadPage).toHaveBeenCalledOnce();
});

test('a refusal without a text has its own', async () => {
  answerVerify(() => new HttpResponse(null, { status: 500 }));
  renderApp('/verify-email?token=abc');
  expect(await screen.findByText('Verification failed')).toBeVisible();
});

test('a server that cannot be reached is reported', async () => {
  answerVerify(() => HttpResponse.error());
  renderApp('/verify-email?token=abc');
  expect(await screen.findByText('Network error. Please try again.')).toBeVisible();
});
