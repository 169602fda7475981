import { screen } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, test } from 'vitest';

import { fillIn, accountValues as good } from '@/testing/account-form';
import { aUser } from '@/testing/fixtures';
import { aGate } from '@/testing/gate';
import { address, renderApp } from '@/testing/render-app';
import { type Answer, refusal, serve } from '@/testing/server';

const answer = (given: Answer) => serve({ 'POST /auth/register': given });

async function open(values: Partial<typeof good> = {}) {
  const { user } = renderApp('/register');
  await screen.findByRole('heading', { name: 'Create your account' });
  await fillIn(user, values);
  return {
    user,
    submit: () => user.click(screen.getByRole('button', { name: 'Create account' })),
  };
}

test('the screen has its tagline and a way back to the login', async () => {
  await open();
  expect(screen.getByText('Start monitoring Reddit for keywords that matter to you')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login');
});

test('an empty form names every field that is missing', async () => {
  const { submit } = await open();
  await submit();
  for (const text of [
    'First name is required',
    'Last name is required',
    'Email is required',
    'Password is required',
    'Please confirm your password',
  ]) {
    expect(screen.getByText(text)).toBeVisible();
  }
  expect(screen.getByLabelText('First name')).toHaveFocus();
});

const COMPOSITION =
  'Password must contain at least one uppercase letter, one lowercase letter, and one number';

test.each([
  ['Short1', 'Password must be at least 8 characters'],
  ['lowercase1', COMPOSITION],
  ['UPPERCASE1', COMPOSITION],
  ['NoDigitsHere', COMPOSITION],
])('the password %s is refused', async (password, text) => {
  const { user } = await open({ Password: password });
  expect(screen.queryByText(text)).toBeNull();
  await user.tab();
  expect(screen.getByText(text)).toBeVisible();
});

test('the two passwords must be the same', async () => {
  const { user } = await open({ Password: 'Secret123', 'Confirm password': 'Secret124' });
  await user.tab();
  expect(screen.getByText('Passwords must match')).toBeVisible();
});

test('a registration sends the time zone, keeps the address and asks to check the inbox', async () => {
  const gate = aGate();
  const { asked } = answer(async () => {
    await gate.opened;
    return { requiresVerification: true, message: 'ok' };
  });
  const { submit } = await open(good);
  await submit();
  expect(await screen.findByRole('button', { name: 'Creating account...' })).toBeDisabled();
  gate.open();
  expect(await screen.findByRole('heading', { name: 'Check your inbox' })).toBeVisible();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const names = { firstName: 'Mara', lastName: 'Lind' };
  const sent = { ...names, email: 'mara@example.com', password: 'Secret123', timeZone };
  expect(asked).toEqual([['POST /auth/register', sent]]);
  expect(address()).toBe('/verify-email');
  expect(localStorage.getItem('pendingVerificationEmail')).toBe('mara@example.com');
  expect(screen.getByText('mara@example.com')).toBeVisible();
});

test('a registration that needs no verification signs in at once', async () => {
  const session = { token: 'token-1', refreshToken: 'refresh-1', user: aUser() };
  answer({ requiresVerification: false, ...session });
  const { submit } = await open(good);
  await submit();
  expect(await screen.findByRole('heading', { name: 'Welcome back, Mara!' })).toBeVisible();
  expect(address()).toBe('/dashboard');
  expect(localStorage.getItem('token')).toBe('token-1');
  expect(localStorage.getItem('refreshToken')).toBe('refresh-1');
});

test('a registration without verification and without tokens is reported', async () => {
  answer({ requiresVerification: false });
  const { submit } = await open(good);
  await submit();
  expect(await screen.findByText('No authentication tokens received')).toBeVisible();
});

test('fields that the server refuses carry its text until they are edited', async () => {
  const fields = { password: 'This password is too common' };
  answer(refusal(422, 'VALIDATION_FAILED', 'Please check the form', { fields }));
  const { user, submit } = await open(good);
  await submit();
  expect(await screen.findByText('Please check the form')).toBeVisible();
  expect(screen.getByText('This password is too common')).toBeVisible();
  await user.type(screen.getByLabelText('Password'), '4');
  expect(screen.queryByText('This password is too common')).toBeNull();
  expect(screen.queryByText('Please check the form')).toBeNull();
});

test('a refusal that a field explains is shown there and nowhere else', async () => {
  const text = 'This password is too common';
  answer(refusal(422, 'VALIDATION_FAILED', text, { fields: { password: text } }));
  const { submit } = await open(good);
  await submit();
  // Throws if the text is shown twice.
  expect(await screen.findByText(text)).toBeVisible();
});

test('a failure without a text has its own', async () => {
  answer(HttpResponse.error());
  const { submit } = await open(good);
  await submit();
  expect(await screen.findByText('Registration failed. Please try again.')).toBeVisible();
});
