import { screen } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, test } from 'vitest';

import { aGate } from '@/testing/gate';
import { address, renderApp } from '@/testing/render-app';
import { type Answer, refusal, serve } from '@/testing/server';

const SAME_FOR_ALL =
  'If this address has an account, we have sent it a link to choose a new password.';

const answer = (given: Answer) => serve({ 'POST /auth/forgot-password': given });

async function open(email?: string) {
  const { user } = renderApp('/forgot-password');
  const field = await screen.findByLabelText('Email');
  if (email) await user.type(field, email);
  return { user, field, send: () => user.click(screen.getByRole('button', { name: /Send/ })) };
}

test('the login and this page link to each other', async () => {
  const { user } = renderApp('/login');
  await user.click(await screen.findByRole('link', { name: 'Reset Password' }));
  expect(await screen.findByRole('heading', { name: 'Reset your password' })).toBeVisible();
  expect(address()).toBe('/forgot-password');
  expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login');
});

test.each([
  ['', 'Email is required'],
  ['mara@', 'Please enter a valid email'],
])('the address "%s" is not sent: %s', async (email, text) => {
  const { field, send } = await open(email);
  await send();
  expect(screen.getByText(text)).toBeVisible();
  expect(field).toHaveFocus();
});

test('a link is requested, and the page says what to do next', async () => {
  const gate = aGate();
  const { asked } = answer(async () => {
    await gate.opened;
    return { message: SAME_FOR_ALL };
  });
  const { user, send } = await open(' mara@example.com ');
  await send();
  expect(await screen.findByRole('button', { name: 'Sending link...' })).toBeDisabled();
  gate.open();
  expect(await screen.findByRole('heading', { name: 'Check your inbox' })).toBeVisible();
  expect(screen.getByText(SAME_FOR_ALL)).toBeVisible();
  expect(screen.getByText('mara@example.com')).toBeVisible();
  expect(asked).toEqual([['POST /auth/forgot-password', { email: 'mara@example.com' }]]);
  expect(screen.getByRole('link', { name: 'Back to Login' })).toHaveAttribute('href', '/login');

  await user.click(screen.getByRole('button', { name: 'Try again or use another address' }));
  expect(screen.getByRole('button', { name: 'Send reset link' })).toBeEnabled();
});

test.each([
  ['the text of the server', refusal(500, 'INTERNAL', 'Mail is down'), 'Mail is down'],
  [
    'its own text without one',
    HttpResponse.error(),
    'The link could not be sent. Please try again.',
  ],
])('a failure shows %s until the address is edited', async (_, response, text) => {
  answer(response);
  const { user, field, send } = await open('mara@example.com');
  await send();
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  await user.type(field, 'x');
  expect(screen.queryByText(text)).toBeNull();
});

test('a refused field carries the text of the server', async () => {
  const fields = { email: 'This address is too long' };
  answer(refusal(422, 'VALIDATION_FAILED', 'Please check the form', { fields }));
  const { send } = await open('mara@example.com');
  await send();
  expect(await screen.findByText('This address is too long')).toBeVisible();
});

test('only the toast reports a rate limit', async () => {
  const wait = { retryAfter: 20, limit: 5, remaining: 0 };
  answer(refusal(429, 'AUTH_RATE_LIMIT_EXCEEDED', 'Too many', wait));
  const { send } = await open('mara@example.com');
  await send();
  expect(await screen.findByText('Too Many Login Attempts')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Send reset link' })).toBeEnabled();
  expect(screen.queryByText('The link could not be sent. Please try again.')).toBeNull();
});
