import { screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';

import { useSession } from '@/lib/http/session';
import * as page from '@/lib/page';
import { aGate } from '@/testing/gate';
import { renderApp } from '@/testing/render-app';
import { type Answer, refusal, serve } from '@/testing/server';

const answerOpening = (answer: Answer) => serve({ 'GET /auth/verification/abc': answer });

test('without a token the address in the query is shown and the email can be sent again', async () => {
  const gate = aGate();
  const { asked } = serve({
    'POST /auth/resend-verification': async () => {
      await gate.opened;
      return { message: 'Sent' };
    },
  });
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
  expect(asked).toEqual([['POST /auth/resend-verification', { email: 'mara@example.com' }]]);
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
  serve({ 'POST /auth/resend-verification': () => failure });
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

const OPEN = { isVerified: false, email: 'a@b.example' };

/** Opens the page of a link that asks for a password, and returns how to send one. */
async function openForm() {
  answerOpening(OPEN);
  const { user } = renderApp('/verify-email?token=abc&email=mara%40example.com');
  const password = await screen.findByLabelText('Password');
  return {
    user,
    send: async (text: string) => {
      await user.type(password, text);
      await user.type(screen.getByLabelText('Confirm password'), text);
      await user.click(screen.getByRole('button', { name: 'Verify Email' }));
    },
  };
}

const answerPassword = (answer: Answer) => serve({ 'POST /auth/verification/abc': answer });

test('opening the page verifies nothing, and choosing a password does', async () => {
  const gate = aGate();
  const { asked } = answerPassword(async () => {
    await gate.opened;
    return { message: 'Email verified successfully', email: 'a@b.example' };
  });
  const { user, send } = await openForm();
  expect(asked).toEqual([]);
  await send('Secret123');
  expect(await screen.findByRole('button', { name: 'Verifying your email...' })).toBeDisabled();
  gate.open();
  expect(await screen.findByRole('heading', { name: 'Email Verified!' })).toBeVisible();
  expect(asked).toEqual([['POST /auth/verification/abc', { password: 'Secret123' }]]);
  expect(screen.getByRole('link', { name: 'Continue to Login' })).toHaveAttribute('href', '/login');
  // The address is the one that the server has verified, whatever the page's URL says.
  await user.click(screen.getByRole('link', { name: 'Continue to Login' }));
  expect(await screen.findByLabelText('Email')).toHaveValue('a@b.example');
});

test('a link that was used before says that the email is verified', async () => {
  const gate = aGate();
  answerOpening(async () => {
    await gate.opened;
    return { ...OPEN, isVerified: true };
  });
  renderApp('/verify-email?token=abc');
  expect(await screen.findByText('Verifying your email...')).toBeVisible();
  gate.open();
  expect(await screen.findByRole('heading', { name: 'Email Verified!' })).toBeVisible();
});

test('a password that the server refuses can be replaced by another', async () => {
  const common = 'This password is one of the most common ones. Please choose another.';
  answerPassword(refusal(422, 'VALIDATION_FAILED', common, { fields: { password: common } }));
  const { send } = await openForm();
  await send('Password1');
  expect(await screen.findByText(common)).toBeVisible();
  answerPassword(HttpResponse.error());
  await send('x');
  expect(await screen.findByText('Network error. Please try again.')).toBeVisible();
});

test('a link that was replaced meanwhile shows the text of the server', async () => {
  answerPassword(refusal(400, 'INVALID_TOKEN', 'This link has expired'));
  const { send } = await openForm();
  await send('Secret123');
  expect(await screen.findByRole('heading', { name: 'Verification Failed' })).toBeVisible();
  expect(screen.getByText('This link has expired')).toBeVisible();
});

test('a refused token shows the text of the server, once, and a way to try again', async () => {
  let calls = 0;
  answerOpening(() => {
    calls += 1;
    return refusal(400, 'INVALID_TOKEN', 'This link has expired');
  });
  const reload = vi.spyOn(page, 'reloadPage').mockReturnValue();
  const { user } = renderApp('/verify-email?token=abc');
  expect(await screen.findByRole('heading', { name: 'Verification Failed' })).toBeVisible();
  expect(screen.getByText('This link has expired')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to Login' })).toHaveAttribute('href', '/login');
  expect(calls).toBe(1);
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(reload).toHaveBeenCalledOnce();
});

test('a refusal without a text has its own', async () => {
  answerOpening(new HttpResponse(null, { status: 500 }));
  renderApp('/verify-email?token=abc');
  expect(await screen.findByText('Verification failed')).toBeVisible();
});

test('a server that cannot be reached is reported', async () => {
  answerOpening(HttpResponse.error());
  renderApp('/verify-email?token=abc');
  expect(await screen.findByText('Network error. Please try again.')).toBeVisible();
});
