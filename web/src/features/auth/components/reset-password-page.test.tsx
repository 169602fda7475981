import { screen } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, test } from 'vitest';

import { aGate } from '@/testing/gate';
import { renderApp } from '@/testing/render-app';
import { type Answer, refusal, serve } from '@/testing/server';

const INVALID = 'This link is no longer valid. Please request a new one.';
const COMPOSITION =
  'Password must contain at least one uppercase letter, one lowercase letter, and one number';

const answer = (given: Answer) => serve({ 'POST /auth/reset-password': given });

async function open(password = '', confirmed = password) {
  const { user } = renderApp('/reset-password?token=t-1');
  const field = await screen.findByLabelText('New password');
  if (password) await user.type(field, password);
  if (confirmed) await user.type(screen.getByLabelText('Confirm password'), confirmed);
  return {
    user,
    field,
    send: () => user.click(screen.getByRole('button', { name: 'Change password' })),
  };
}

test.each([
  ['', '', 'Password is required'],
  ['', '', 'Please confirm your password'],
  ['Short1', 'Short1', 'Password must be at least 8 characters'],
  ['lowercase1', 'lowercase1', COMPOSITION],
  ['UPPERCASE1', 'UPPERCASE1', COMPOSITION],
  ['NoDigitsHere', 'NoDigitsHere', COMPOSITION],
  ['Secret123', 'Secret124', 'Passwords must match'],
])('the passwords "%s" and "%s" are not sent: %s', async (password, confirmed, text) => {
  const { send } = await open(password, confirmed);
  await send();
  expect(screen.getByText(text)).toBeVisible();
});

test('both passwords can be shown', async () => {
  const { user, field } = await open('Secret123');
  await user.click(screen.getByRole('button', { name: 'Show new password' }));
  await user.click(screen.getByRole('button', { name: 'Show confirmed password' }));
  expect(field).toHaveAttribute('type', 'text');
  expect(screen.getByLabelText('Confirm password')).toHaveAttribute('type', 'text');
});

test('a new password is sent with the token, and leads to the login', async () => {
  const gate = aGate();
  const { asked } = answer(async () => {
    await gate.opened;
    return { message: 'Password changed. You can sign in with it now.' };
  });
  const { send } = await open('Secret123');
  await send();
  expect(await screen.findByRole('button', { name: 'Changing password...' })).toBeDisabled();
  gate.open();
  expect(await screen.findByRole('heading', { name: 'Password changed' })).toBeVisible();
  expect(screen.getByText('Password changed. You can sign in with it now.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to Login' })).toHaveAttribute('href', '/login');
  const sent = { token: 't-1', password: 'Secret123' };
  expect(asked).toEqual([['POST /auth/reset-password', sent]]);
});

test.each(['', '?token='])('without a token (%s) the page offers a new link', async (query) => {
  renderApp(`/reset-password${query}`);
  expect(await screen.findByText(INVALID)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Request a new link' })).toHaveAttribute(
    'href',
    '/forgot-password',
  );
});

test('a link that was used or is too old offers a new one', async () => {
  answer(refusal(400, 'INVALID_TOKEN', INVALID));
  const { send } = await open('Secret123');
  await send();
  expect(await screen.findByRole('heading', { name: 'This link does not work' })).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent(INVALID);
  expect(screen.getByRole('link', { name: 'Request a new link' })).toBeVisible();
});

test('a password that the server refuses carries its text until it is edited', async () => {
  const fields = { password: 'This password is too common' };
  answer(refusal(422, 'VALIDATION_FAILED', fields.password, { fields }));
  const { user, field, send } = await open('Password1');
  await send();
  // Shown once, below the field.
  expect(await screen.findByText('This password is too common')).toBeVisible();
  expect(field).toHaveAccessibleDescription(/This password is too common/);
  await user.type(field, '4');
  expect(screen.queryByText('This password is too common')).toBeNull();
});

test('a server that is not reached leaves the form as it is', async () => {
  answer(HttpResponse.error());
  const { field, send } = await open('Secret123');
  await send();
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The password could not be changed. Please try again.',
  );
  expect(field).toHaveValue('Secret123');
});
