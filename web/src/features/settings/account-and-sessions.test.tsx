import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import type { Session } from '@/api/types';
import { useSession } from '@/lib/http/session';
import * as files from '@/lib/save-file';
import { address, renderApp, signIn } from '@/testing/render-app';
import { refusal, serve } from '@/testing/server';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const aSignIn = (_id: string, userAgent: string, isCurrent = false): Session => ({
  _id,
  userAgent,
  createdAt: '2026-01-05T10:00:00Z',
  lastUsedAt: '2026-01-05T10:00:00Z',
  isCurrent,
});

let sessions: Session[] = [];
let asked: [call: string, body?: unknown][];

const refusedField = (field: string) =>
  refusal(422, 'VALIDATION_FAILED', 'Please check the form', {
    fields: { [field]: 'This is not your current password' },
  });

beforeEach(() => {
  sessions = [aSignIn('1', FIREFOX, true), aSignIn('2', 'curl/8.9'), aSignIn('3', '')];
  vi.spyOn(files, 'saveFile').mockReturnValue();
  signIn();
  ({ asked } = serve({
    'GET /users/sessions': () => ({ sessions }),
    'DELETE /users/sessions/:id': ({ params }) => {
      sessions = sessions.filter(({ _id }) => _id !== params.id);
    },
    'DELETE /users/sessions': () => {
      sessions = sessions.filter(({ isCurrent }) => isCurrent);
    },
    'PUT /users/password': undefined,
    'POST /users/delete-account': undefined,
  }));
});

async function open() {
  const { user } = renderApp('/settings');
  await screen.findByRole('heading', { name: 'Settings' });
  return user;
}
const rows = () =>
  within(screen.getByRole('list', { name: 'Sessions' }))
    .getAllByRole('listitem')
    .map((row) => row.textContent);

test('sessions have readable names, and that of this device is marked', async () => {
  await open();
  await screen.findByRole('list', { name: 'Sessions' });
  expect(rows()).toEqual([
    expect.stringContaining('Firefox on LinuxThis deviceActive now • Signed in 5 Jan 2026'),
    expect.stringMatching(/^curlLast used: \d+d ago/),
    expect.stringMatching(/^Unknown device/),
  ]);
  expect(screen.queryByRole('button', { name: 'Sign out Firefox on Linux' })).toBeNull();
});

test('one session can be ended', async () => {
  const user = await open();
  await user.click(await screen.findByRole('button', { name: 'Sign out curl' }));
  expect(await screen.findByText('curl has been signed out')).toBeVisible();
  expect(rows()).toHaveLength(2);
});

test('all other sessions can be ended at once', async () => {
  const user = await open();
  await user.click(await screen.findByRole('button', { name: 'Sign out others' }));
  expect(await screen.findByText('Every other device has been signed out')).toBeVisible();
  expect(rows()).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Sign out others' })).toBeNull();
});

const fillIn = async (user: Awaited<ReturnType<typeof open>>, confirmed = 'Better456') => {
  await user.type(screen.getByLabelText('Current password'), 'Secret123');
  await user.type(screen.getByLabelText('New password'), 'Better456');
  await user.type(screen.getByLabelText('Confirm password'), confirmed);
  await user.click(screen.getByRole('button', { name: 'Change password' }));
};

test('a changed password empties the form and signs out the others', async () => {
  const user = await open();
  await fillIn(user);
  expect(await screen.findByText('Password changed')).toBeVisible();
  const sent = { currentPassword: 'Secret123', newPassword: 'Better456' };
  expect(asked).toEqual([['PUT /users/password', sent]]);
  expect(screen.getByLabelText('Current password')).toHaveValue('');
});

test('two different new passwords are not sent', async () => {
  const user = await open();
  await fillIn(user, 'Better457');
  expect(screen.getByText('Passwords must match')).toBeVisible();
  expect(asked).toEqual([]);
});

test('a wrong current password is reported at its field', async () => {
  serve({ 'PUT /users/password': refusedField('currentPassword') });
  const user = await open();
  await fillIn(user);
  const current = screen.getByLabelText('Current password');
  await waitFor(() =>
    expect(current).toHaveAccessibleDescription('This is not your current password'),
  );
  expect(current).toHaveValue('Secret123');
});

test('too many attempts are reported by the rate limit’s toast alone', async () => {
  serve({
    'PUT /users/password': refusal(429, 'AUTH_RATE_LIMIT_EXCEEDED', 'Slow down', {
      retryAfter: 45,
    }),
  });
  const user = await open();
  await fillIn(user);
  expect(await screen.findByText('Too Many Login Attempts')).toBeVisible();
  expect(screen.queryByText(/could not be changed/)).toBeNull();
});

test('the export is saved under the server’s name', async () => {
  const headers = { 'Content-Disposition': 'attachment; filename="harken-export-2026.json"' };
  serve({ 'GET /users/export': HttpResponse.json({ exportedAt: 'now' }, { headers }) });
  const user = await open();
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await waitFor(() =>
    expect(files.saveFile).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ type: 'application/json' }),
      'harken-export-2026.json',
    ),
  );
});

test.each([
  ['a failure', 500, 'Your data could not be exported'],
  ['a rate limit', 429, 'Too Many Requests'],
])('%s is no file', async (_what, status, toast) => {
  serve({ 'GET /users/export': refusal(status, 'DDOS_RATE_LIMIT_EXCEEDED', 'No') });
  const user = await open();
  await user.click(screen.getByRole('button', { name: 'Export' }));
  expect(await screen.findByText(toast)).toBeVisible();
  expect(files.saveFile).not.toHaveBeenCalled();
});

const askToDelete = async () => {
  const user = await open();
  await user.click(screen.getByRole('button', { name: 'Delete account' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete your account?' }));
  return { user, dialog };
};

test('deleting the account says what is lost, needs the password and ends at the landing page', async () => {
  const { user, dialog } = await askToDelete();
  expect(dialog.getAllByRole('listitem')).toHaveLength(3);
  await user.click(dialog.getByRole('button', { name: 'Delete my account' }));
  expect(dialog.getByText('Password is required')).toBeVisible();
  expect(asked).toEqual([]);

  await user.type(dialog.getByLabelText('Your password'), 'Secret123');
  await user.click(dialog.getByRole('button', { name: 'Delete my account' }));
  await waitFor(() => expect(address()).toBe('/'));
  expect(asked).toEqual([['POST /users/delete-account', { password: 'Secret123' }]]);
  expect(screen.getByText('Your account has been deleted')).toBeVisible();
  expect(localStorage.getItem('token')).toBeNull();
});

test('a wrong password deletes nothing', async () => {
  serve({ 'POST /users/delete-account': refusedField('password') });
  const { user, dialog } = await askToDelete();
  await user.type(dialog.getByLabelText('Your password'), 'Wrong123');
  await user.click(dialog.getByRole('button', { name: 'Delete my account' }));
  expect(await dialog.findByText('This is not your current password')).toBeVisible();
  expect(useSession.getState().token).toBe('token-1');
});
