import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';

import type { ApiKey, NewApiKey, User } from '@/api/types';
import { renderApp, signInAs } from '@/testing/render-app';
import { refusal, serve } from '@/testing/server';

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const aKey = (name: string, changes: Partial<ApiKey> = {}): ApiKey => ({
  _id: name,
  name,
  scopes: ['read'],
  createdAt: inDays(-3),
  expiresAt: inDays(12),
  lastUsedAt: null,
  isExpired: false,
  ...changes,
});

let keys: ApiKey[];
let asked: [call: string, body?: unknown][];

beforeEach(() => {
  keys = [
    aKey('Backup', { scopes: ['read', 'keywords'], lastUsedAt: inDays(-2) }),
    aKey('Old one', { isExpired: true, expiresAt: inDays(-1) }),
  ];
  ({ asked } = serve({
    'GET /keys': () => ({ keys, limit: 3 }),
    'POST /keys': ({ body }) => {
      const { name, scopes } = body as NewApiKey;
      const key = aKey(name, { scopes });
      keys = [key, ...keys];
      return { key, token: 'hk_secret' };
    },
    'DELETE /keys/:id': ({ params }) => {
      keys = keys.filter(({ _id }) => _id !== params.id);
    },
  }));
});

async function open(changes: Partial<User> = {}) {
  signInAs(changes);
  const { user } = renderApp('/settings');
  await screen.findByRole('heading', { name: 'API keys' });
  await waitFor(() => expect(screen.queryByText('Loading API keys')).toBeNull());
  return user;
}
async function openDialog(changes: Partial<User> = {}) {
  const user = await open(changes);
  await user.click(createButton());
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Create an API key' })) };
}
const createButton = () => screen.getByRole('button', { name: 'Create key' });
const rows = () =>
  within(screen.getByRole('list', { name: 'API keys' }))
    .getAllByRole('listitem')
    .map((row) => row.textContent);

test('each key has its uses, its last use and its expiry', async () => {
  await open();
  expect(rows()).toEqual([
    'BackupRead, change keywordsLast used 2d ago • Expires in 12 daysRevoke',
    'Old oneExpiredReadNever usedRevoke',
  ]);
});

test('without keys a line says so', async () => {
  keys = [];
  await open();
  expect(screen.getByText('You have no API keys.')).toBeVisible();
});

test('a new key is shown with a command, until the dialog closes', async () => {
  const { user, dialog } = await openDialog();
  await user.type(dialog.getByLabelText('Name'), ' Import ');
  await user.click(dialog.getByLabelText('Change keywords and followed feeds'));
  await user.selectOptions(dialog.getByLabelText('Expires after'), '1 year');
  await user.click(dialog.getByRole('button', { name: 'Create key' }));

  expect(await dialog.findByText('hk_secret')).toBeVisible();
  expect(dialog.getByText('Copy the key now. Harken cannot show it again.')).toBeVisible();
  const input = { name: 'Import', scopes: ['read', 'keywords'], days: 365 };
  expect(asked).toEqual([['POST /keys', input]]);
  await user.click(dialog.getByRole('button', { name: 'Copy the key' }));
  expect(await navigator.clipboard.readText()).toBe('hk_secret');
  await user.click(dialog.getByRole('button', { name: 'Copy the command' }));
  const { origin } = window.location;
  expect(await navigator.clipboard.readText()).toBe(
    `curl -H 'Authorization: Bearer hk_secret' ${origin}/api/notifications`,
  );

  await user.click(dialog.getByRole('button', { name: 'Done' }));
  expect(screen.queryByText('hk_secret')).toBeNull();
  expect(rows()[0]).toContain('Import');
});

test('a key that cannot read has no command that reads', async () => {
  const { user, dialog } = await openDialog();
  await user.type(dialog.getByLabelText('Name'), 'Import');
  await user.click(dialog.getByLabelText(/^Read/));
  await user.click(dialog.getByLabelText(/^Change keywords/));
  await user.click(dialog.getByRole('button', { name: 'Create key' }));
  expect(await dialog.findByText('hk_secret')).toBeVisible();
  expect(dialog.queryByText(/curl/)).toBeNull();
});

test.each([
  [true, 'administrators', 5],
  [false, 'others', 4],
])('the server can be administered with a key: %s for %s', async (isAdministrator, _who, count) => {
  const { dialog } = await openDialog({ isAdministrator });
  expect(dialog.getAllByRole('checkbox')).toHaveLength(count);
  expect(dialog.queryAllByLabelText('Administer this server')).toHaveLength(count - 4);
  expect(dialog.getByLabelText(/^Read/)).toBeChecked();
});

test('a key needs a name and a use', async () => {
  const { user, dialog } = await openDialog();
  await user.click(dialog.getByLabelText(/^Read/));
  await user.click(dialog.getByRole('button', { name: 'Create key' }));
  expect(dialog.getByLabelText('Name')).toHaveAccessibleDescription(/^Name is required/);
  expect(dialog.getByRole('group')).toHaveAccessibleDescription('Select at least one');
  expect(asked).toEqual([]);
});

test.each([
  ['name', () => screen.getByLabelText('Name')],
  ['scopes', () => screen.getByRole('group', { name: 'What the key can do' })],
  ['days', () => screen.getByLabelText('Expires after')],
])('the server’s error of the field “%s” is at it', async (field, control) => {
  const fields = { [field]: 'Not like this' };
  serve({ 'POST /keys': refusal(422, 'VALIDATION_FAILED', 'Please check the form', { fields }) });
  const { user, dialog } = await openDialog();
  await user.type(dialog.getByLabelText('Name'), 'Import');
  await user.click(dialog.getByRole('button', { name: 'Create key' }));
  await waitFor(() => expect(control()).toHaveAccessibleDescription(/^Not like this/));
});

test('at the limit the button says why it is not available', async () => {
  keys = [aKey('a'), aKey('b'), aKey('c')];
  const user = await open();
  expect(createButton()).toBeDisabled();
  expect(createButton()).toHaveAccessibleDescription(/all 3 keys .* Revoke one/);
  await user.click(screen.getByRole('button', { name: 'Revoke b' }));
  await user.click(await screen.findByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(createButton()).toBeEnabled());
});

test('a limit that another tab has reached is reported in the dialog', async () => {
  serve({ 'POST /keys': refusal(403, 'KEY_LIMIT_REACHED', 'You have 3 keys already.') });
  const { user, dialog } = await openDialog();
  await user.type(dialog.getByLabelText('Name'), 'Import');
  await user.click(dialog.getByRole('button', { name: 'Create key' }));
  expect(await dialog.findByText('You have 3 keys already.')).toBeVisible();
});

const revoke = async () => {
  const user = await open();
  await user.click(screen.getByRole('button', { name: 'Revoke Backup' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Revoke “Backup”?' }));
  return { user, dialog };
};

test('a key is revoked once that is confirmed', async () => {
  const { user, dialog } = await revoke();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(asked).toEqual([]);

  await user.click(screen.getByRole('button', { name: 'Revoke Backup' }));
  await user.click(await screen.findByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('“Backup” has been revoked')).toBeVisible();
  expect(asked).toEqual([['DELETE /keys/Backup']]);
  expect(rows()).toHaveLength(1);
});

test.each([
  ['a key that is already gone counts as revoked', 404, 'NOT_FOUND', /has been revoked/],
  ['a key that could not be revoked is reported', 500, 'INTERNAL', /could not be revoked/],
])('%s', async (_what, status, code, toast) => {
  serve({ 'DELETE /keys/:id': refusal(status, code, 'No') });
  const { user, dialog } = await revoke();
  await user.click(dialog.getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText(toast)).toBeVisible();
});
