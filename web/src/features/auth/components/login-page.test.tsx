import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, test } from 'vitest';

import { useSession } from '@/lib/http/session';
import { aUser } from '@/testing/fixtures';
import { aGate } from '@/testing/gate';
import { address, renderApp } from '@/testing/render-app';
import { type Answer, refusal, serve } from '@/testing/server';

import { login } from '../api/login';

const UNVERIFIED =
  'Your email address needs to be verified before you can log in. Please check your inbox for a verification email, or click the button below to resend it.';

const GOOD = { email: 'mara@example.com', password: 'Secret123' };

async function open() {
  const { user } = renderApp('/login');
  await screen.findByRole('heading', { name: 'Harken' });
  return {
    user,
    email: screen.getByLabelText('Email'),
    password: screen.getByLabelText('Password'),
    fillIn: async () => {
      await user.type(screen.getByLabelText('Email'), GOOD.email);
      await user.type(screen.getByLabelText('Password'), GOOD.password);
    },
    submit: () => user.click(screen.getByRole('button', { name: 'Sign in' })),
  };
}

const answerLogin = (answer: Answer) => serve({ 'POST /auth/login': answer });

test('the screen has the tagline and its three links', async () => {
  await open();
  expect(screen.getByText('Monitor Reddit for keywords that matter to you')).toBeVisible();
  const links = { 'Sign up': '/register', 'Verify Email': '/verify-email' };
  for (const [name, href] of Object.entries({ ...links, 'Reset Password': '/forgot-password' })) {
    expect(screen.getByRole('link', { name })).toHaveAttribute('href', href);
  }
  expect(screen.getByText('Harken is not affiliated with Reddit.')).toBeVisible();
});

test('a field is validated when it is left, and not before', async () => {
  const { user, email } = await open();
  await user.type(email, 'mara@');
  expect(screen.queryByText('Please enter a valid email')).toBeNull();
  await user.tab();
  expect(screen.getByText('Please enter a valid email')).toBeVisible();
  expect(email).toHaveAccessibleDescription('Please enter a valid email');
  await user.clear(email);
  expect(screen.getByText('Email is required')).toBeVisible();
});

test('an empty field that is left shows its error', async () => {
  const { user, email } = await open();
  await user.click(email);
  expect(screen.queryByText('Email is required')).toBeNull();
  await user.tab();
  expect(screen.getByText('Email is required')).toBeVisible();
  expect(screen.queryByText('Password is required')).toBeNull();
});

test('an error appears after a click elsewhere, whose target it could move', async () => {
  const { user, email } = await open();
  await user.click(email);
  const target = screen.getByRole('heading', { name: 'Harken' });
  await user.pointer({ keys: '[MouseLeft>]', target });
  expect(email).not.toHaveFocus();
  expect(screen.queryByText('Email is required')).toBeNull();
  await user.pointer({ keys: '[/MouseLeft]', target });
  expect(await screen.findByText('Email is required')).toBeVisible();
});

test('a field that keeps the focus while another window is used shows no error', async () => {
  const { email } = await open();
  act(() => email.focus());
  fireEvent.blur(email);
  expect(screen.queryByText('Email is required')).toBeNull();
});

test('a password of spaces is rejected and nothing is sent', async () => {
  const { user, email, password, submit } = await open();
  await user.type(email, 'mara@example.com');
  await user.type(password, '   ');
  await submit();
  expect(screen.getByText('Password is required')).toBeVisible();
  expect(password).toHaveFocus();
});

test('the address that has just been registered is filled in, and the password is next', async () => {
  useSession.setState({ pendingVerificationEmail: 'mara@example.com' });
  const { email, password } = await open();
  expect(email).toHaveValue('mara@example.com');
  expect(password).toHaveFocus();
});

test('without a known address the form is empty', async () => {
  const { email, password } = await open();
  expect(email).toHaveValue('');
  expect(password).not.toHaveFocus();
});

test('the password can be shown and hidden again', async () => {
  const { user, password } = await open();
  expect(password).toHaveAttribute('type', 'password');
  await user.click(screen.getByRole('button', { name: 'Show password' }));
  expect(password).toHaveAttribute('type', 'text');
  await user.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(password).toHaveAttribute('type', 'password');
});

test('Enter in the password field signs in: stores the session and opens the dashboard', async () => {
  const gate = aGate();
  const { asked } = answerLogin(async () => {
    await gate.opened;
    return { token: 'token-1', refreshToken: 'refresh-1', user: aUser() };
  });
  const { user, fillIn } = await open();
  await fillIn();
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('button', { name: 'Signing in...' })).toBeDisabled();
  gate.open();
  await screen.findByRole('heading', { name: 'Welcome back, Mara!' });
  expect(asked).toEqual([['POST /auth/login', GOOD]]);
  expect(address()).toBe('/dashboard');
  expect(localStorage.getItem('token')).toBe('token-1');
  expect(localStorage.getItem('refreshToken')).toBe('refresh-1');
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({ firstName: 'Mara' });
});

test('a sign-in sends the device token of the one before', async () => {
  const sent: (string | null)[] = [];
  answerLogin(({ request }) => {
    sent.push(request.headers.get('Harken-Device'));
    const headers = { 'Harken-Device': 'device-1' };
    if (sent.length === 1) return refusal(401, 'INVALID_CREDENTIALS', 'Wrong password');
    const body = { token: 't', refreshToken: 'r', user: aUser() };
    return HttpResponse.json(body, { headers });
  });
  const { fillIn, submit } = await open();
  await fillIn();
  await submit();
  await screen.findByRole('alert');
  await submit();
  await screen.findByRole('heading', { name: 'Welcome back, Mara!' });
  expect(sent).toEqual([null, null]);
  await login(GOOD);
  expect(sent).toEqual([null, null, 'device-1']);
});

test('the theme of the account wins over the one of the device', async () => {
  localStorage.setItem('theme', 'light');
  const user = aUser({ settings: { theme: 'dark' } });
  answerLogin({ token: 't', refreshToken: 'r', user });
  const { fillIn, submit } = await open();
  await fillIn();
  await submit();
  await screen.findByRole('heading', { name: 'Welcome back, Mara!' });
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(localStorage.getItem('theme')).toBe('dark');
});

test('wrong credentials show the text of the server until the user types, and end no session', async () => {
  answerLogin(refusal(401, 'INVALID_CREDENTIALS', 'Invalid email or password'));
  const { user, password, fillIn, submit } = await open();
  await fillIn();
  await submit();
  expect(await screen.findByRole('alert')).toHaveTextContent('Invalid email or password');
  expect(address()).toBe('/login');
  await user.type(password, 'x');
  expect(screen.queryByText('Invalid email or password')).toBeNull();
});

test('a server that cannot be reached has its own text', async () => {
  answerLogin(HttpResponse.error());
  const { fillIn, submit } = await open();
  await fillIn();
  await submit();
  expect(await screen.findByText('Login failed. Please try again.')).toBeVisible();
});

test('a response without tokens is reported', async () => {
  answerLogin({ user: aUser() });
  const { fillIn, submit } = await open();
  await fillIn();
  await submit();
  expect(await screen.findByText('No authentication tokens received')).toBeVisible();
  expect(localStorage.getItem('user')).toBeNull();
});

test('an unverified address is kept and its email can be sent again', async () => {
  answerLogin(refusal(403, 'EMAIL_NOT_VERIFIED', 'Email not verified'));
  const { asked } = serve({ 'POST /auth/resend-verification': { message: 'Sent' } });
  const { user, fillIn, submit } = await open();
  await fillIn();
  expect(screen.queryByRole('button', { name: 'Resend verification email' })).toBeNull();
  await submit();
  expect(await screen.findByText(UNVERIFIED)).toBeVisible();
  expect(localStorage.getItem('pendingVerificationEmail')).toBe('mara@example.com');

  await user.click(screen.getByRole('button', { name: 'Resend verification email' }));
  expect(
    await screen.findByText('Verification email sent! Please check your inbox.'),
  ).toBeVisible();
  expect(asked).toEqual([['POST /auth/resend-verification', { email: 'mara@example.com' }]]);
  // The verification screen knows the address too.
  await user.click(screen.getByRole('link', { name: 'Verify Email' }));
  expect(await screen.findByText('mara@example.com')).toBeVisible();
});

test('an email that could not be sent again is reported', async () => {
  answerLogin(refusal(403, 'EMAIL_NOT_VERIFIED', 'Email not verified'));
  serve({ 'POST /auth/resend-verification': refusal(500, 'INTERNAL', 'Oops') });
  const { user, fillIn, submit } = await open();
  await fillIn();
  await submit();
  await user.click(await screen.findByRole('button', { name: 'Resend verification email' }));
  expect(
    await screen.findByText('Failed to resend verification email. Please try again.'),
  ).toBeVisible();
});

test('too many attempts show the countdown toast and leave the form ready', async () => {
  const texts = [429, 'AUTH_RATE_LIMIT_EXCEEDED', 'Slow down'] as const;
  answerLogin(refusal(...texts, { retryAfter: 45, limit: 5, remaining: 0 }));
  const { fillIn, submit } = await open();
  await fillIn();
  await submit();
  expect(await screen.findByText('Too Many Login Attempts')).toBeVisible();
  expect(screen.getByText(/You can try again in 4[45] seconds/)).toBeVisible();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Sign in' })).toBeEnabled());
  expect(localStorage.getItem('rateLimitExceeded')).toBeNull();
});
