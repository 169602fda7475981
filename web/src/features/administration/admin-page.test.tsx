import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';

import type { AdminUser, AuditLogEntry, InstanceSettings } from '@/api/types';
import { renderApp, signInAs } from '@/testing/render-app';
import { refusal, serve } from '@/testing/server';

import { actorText, actText, detailTexts } from './audit-texts';
import { partsText, sourceText, waitText } from './health-texts';
import { changeOf, limitError } from './settings-edits';

const anAccount = (changes: Partial<AdminUser> = {}): AdminUser => ({
  _id: 'user-2',
  email: 'bob@example.com',
  createdAt: '2026-01-05T10:00:00Z',
  isEmailVerified: true,
  isAdministrator: false,
  suspendedAt: null,
  plan: 'free',
  keywords: 3,
  lastSeenAt: null,
  ...changes,
});

const anEntry = (changes: Partial<AuditLogEntry> = {}): AuditLogEntry => ({
  _id: 'entry-1',
  at: '2026-01-05T10:00:00Z',
  act: 'account_suspended',
  actor: { _id: 'user-1', email: 'mara@example.com' },
  subject: { _id: 'user-2', email: 'bob@example.com' },
  details: {},
  ...changes,
});

const limit = (changes: Partial<InstanceSettings['accounts']> = {}) => ({
  limit: null,
  used: 0,
  isConfigured: false,
  ...changes,
});

const someSettings = (changes: Partial<InstanceSettings> = {}): InstanceSettings => ({
  registration: { mode: 'open', isConfigured: false },
  statusPage: { isOn: false, isConfigured: false },
  accounts: limit({ used: 12 }),
  watches: limit({ limit: 2_000, used: 1_800 }),
  patterns: limit(),
  announcement: null,
  ...changes,
});

let settings: InstanceSettings;
let users: AdminUser[];
let asked: [call: string, body?: unknown][];

beforeEach(() => {
  users = [anAccount(), anAccount({ _id: 'user-1', email: 'mara@example.com' })];
  settings = someSettings();
  signInAs({ isAdministrator: true });
  ({ asked } = serve({
    'GET /admin/users': ({ query }) => {
      const found = users.filter(({ email }) => email.startsWith(query.get('search') ?? ''));
      const isFirst = (query.get('cursor') ?? '') === '';
      const page = found.length > 2 ? (isFirst ? found.slice(0, 2) : found.slice(2)) : found;
      return { users: page, nextCursor: found.length > 2 && isFirst ? 'next' : null };
    },
    'GET /admin/users/:id': ({ params }) => ({
      user: users.find(({ _id }) => _id === params.id),
      usage: { matches: 1_800, messagesWaiting: 2, messagesFailed: 1 },
    }),
    'POST /admin/users/:id/:act': ({ params: { id, act } }) => {
      const suspendedAt = act === 'suspend' ? '2026-01-06T10:00:00Z' : null;
      users = users.map((user) => (user._id === id ? { ...user, suspendedAt } : user));
    },
    'DELETE /admin/users/:id': ({ params }) => {
      users = users.filter(({ _id }) => _id !== params.id);
    },
    'POST /admin/invitations': {
      link: 'https://harken.example/register?invite=x',
      expiresAt: '2026-01-12T10:00:00Z',
    },
    'GET /admin/health': {
      processes: [
        {
          _id: 'process-1',
          version: '0.1.0',
          parts: ['api'],
          startedAt: '2026-01-01T00:00:00Z',
          seenAt: '2026-01-01T00:00:00Z',
          isLost: true,
        },
      ],
      lanes: [
        { lane: 'mail', due: 3, oldestSeconds: 90, failed: 12, state: 'failing' },
        { lane: 'endpoints', due: 0, oldestSeconds: 0, failed: 0, state: 'on_time' },
      ],
      sources: [
        { source: 'reddit', polled: 2, failing: 0, lateSeconds: 1, state: 'on_time' },
        { source: 'bsky.app', polled: 1, failing: 0, lateSeconds: 300, state: 'late' },
      ],
      gapsOfADay: 0,
      budget: null,
    },
    'POST /admin/messages/replay': { replayed: 7 },
    'GET /admin/settings': () => settings,
    'PATCH /admin/settings': undefined,
    'PUT /admin/announcement': ({ body }) => {
      const { text } = body as { text: string };
      settings.announcement = { text, since: '2026-01-06T10:00:00Z', until: null };
    },
    'DELETE /admin/announcement': () => {
      settings.announcement = null;
    },
    'GET /admin/audit-log': { entries: [anEntry()], hasMore: false },
  }));
});

async function open() {
  const { user } = renderApp('/admin');
  await screen.findByRole('heading', { name: 'Administration' });
  return user;
}

const rows = async () =>
  within(await screen.findByRole('list', { name: 'Accounts' })).getAllByRole('listitem');

async function manage(email: string) {
  const user = await open();
  await user.click(await screen.findByRole('button', { name: `Manage ${email}` }));
  const dialog = await screen.findByRole('dialog', { name: 'Account' });
  await within(dialog).findByText('1,800');
  return { user, dialog };
}

test('only administrators have the page in their menu', async () => {
  await open();
  const menu = screen.getByRole('navigation', { name: 'Main' });
  expect(within(menu).getByRole('link', { name: 'Administration' })).toBeVisible();
});

test('everybody else sees whom the page is for, and nothing is requested from the server', async () => {
  signInAs();
  await open();
  expect(await screen.findByText('This page is for administrators')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Administration' })).toBeNull();
  expect(screen.queryByRole('list', { name: 'Accounts' })).toBeNull();
});

test('accounts are listed in pages and found by the beginning of their address', async () => {
  users.push(anAccount({ _id: 'user-3', email: 'eve@example.com' }));
  const user = await open();
  expect(await rows()).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Show more accounts' }));
  await screen.findByText('eve@example.com');
  expect(await rows()).toHaveLength(3);
  await user.type(screen.getByLabelText('Find by email address'), 'eve');
  await waitFor(async () => expect(await rows()).toHaveLength(1));
  await user.type(screen.getByLabelText('Find by email address'), 'x');
  expect(await screen.findByText('No account found')).toBeVisible();
});

test('an account is suspended, and unsuspended', async () => {
  const { user, dialog } = await manage('bob@example.com');
  await user.click(within(dialog).getByRole('button', { name: 'Suspend' }));
  expect(await screen.findByText('The account is suspended')).toBeVisible();
  expect((await rows())[0]).toHaveTextContent('Suspended');
  await user.click(screen.getByRole('button', { name: 'Manage bob@example.com' }));
  await user.click(await screen.findByRole('button', { name: 'Unsuspend' }));
  expect(await screen.findByText('The account is no longer suspended')).toBeVisible();
  expect(asked).toEqual([
    ['POST /admin/users/user-2/suspend'],
    ['POST /admin/users/user-2/unsuspend'],
  ]);
});

test('an account is deleted after a confirmation', async () => {
  const { user, dialog } = await manage('bob@example.com');
  await user.click(within(dialog).getByRole('button', { name: 'Delete account' }));
  const question = await screen.findByRole('alertdialog', { name: 'Delete this account?' });
  expect(asked).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Delete account' }));
  expect(await screen.findByText('The account has been deleted')).toBeVisible();
  expect(asked).toEqual([['DELETE /admin/users/user-2']]);
  await waitFor(async () => expect(await rows()).toHaveLength(1));
});

test('cancelling a deletion returns to the account', async () => {
  const { user, dialog } = await manage('bob@example.com');
  await user.click(within(dialog).getByRole('button', { name: 'Delete account' }));
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(await screen.findByRole('dialog', { name: 'Account' })).toBeVisible();
  expect(asked).toEqual([]);
});

test('administrators cannot suspend or delete themselves', async () => {
  const { dialog } = await manage('mara@example.com');
  expect(within(dialog).getByText(/your own account/)).toBeVisible();
  expect(within(dialog).queryByRole('button', { name: 'Suspend' })).toBeNull();
  expect(within(dialog).queryByRole('button', { name: 'Delete account' })).toBeNull();
});

test('a refused action says why', async () => {
  serve({
    'POST /admin/users/:id/suspend': refusal(404, 'NOT_FOUND', 'This account does not exist.'),
  });
  const { user, dialog } = await manage('bob@example.com');
  await user.click(within(dialog).getByRole('button', { name: 'Suspend' }));
  expect(await screen.findByText('The account could not be suspended')).toBeVisible();
  expect(screen.getByText('This account does not exist.')).toBeVisible();
});

test('a created invitation is shown', async () => {
  const user = await open();
  await user.click(await screen.findByRole('button', { name: 'Invite' }));
  const dialog = await screen.findByRole('dialog', { name: 'Invite someone' });
  await user.clear(within(dialog).getByLabelText('Days'));
  await user.type(within(dialog).getByLabelText('Days'), '400');
  await user.click(within(dialog).getByRole('button', { name: 'Create link' }));
  expect(await within(dialog).findByText('Use 1 to 365 days')).toBeVisible();
  await user.clear(within(dialog).getByLabelText('Days'));
  await user.type(within(dialog).getByLabelText('Days'), '3');
  await user.type(within(dialog).getByLabelText('Email address'), 'eve@example.com');
  await user.click(within(dialog).getByRole('button', { name: 'Create link' }));
  expect(await within(dialog).findByText('https://harken.example/register?invite=x')).toBeVisible();
  expect(asked).toEqual([['POST /admin/invitations', { email: 'eve@example.com', days: 3 }]]);
});

test('the health shows what is lost and what failed, and sends that again', async () => {
  const user = await open();
  const processes = await screen.findByRole('list', { name: 'Processes' });
  expect(processes).toHaveTextContent('Serves the website');
  expect(processes).toHaveTextContent('Not responding');
  const messages = screen.getByRole('list', { name: 'Messages' });
  expect(messages).toHaveTextContent('3 due, the oldest for 1 minute • 12 failed');
  expect(within(messages).getByText('Failing')).toBeVisible();
  const replays = within(messages).getAllByRole('button');
  expect(replays).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Replay failed: Email' }));
  expect(await screen.findByText('7 messages are sent again')).toBeVisible();
  expect(asked).toEqual([['POST /admin/messages/replay', { lane: 'mail' }]]);
});

test('settings are changed together, and only those that differ', async () => {
  const user = await open();
  const form = await screen.findByRole('region', { name: 'Server settings' });
  const save = await within(form).findByRole('button', { name: 'Save settings' });
  expect(save).toBeDisabled();
  expect(form).toHaveTextContent('1,800 in use.');
  await user.selectOptions(within(form).getByLabelText('Who can create an account'), 'invite');
  await user.click(within(form).getByLabelText('Public status page'));
  await user.type(within(form).getByLabelText('Accounts'), '1,000');
  await user.clear(within(form).getByLabelText('Active keywords'));
  await user.click(save);
  expect(await screen.findByText('The settings are saved')).toBeVisible();
  const changes = { registration: 'invite', hasStatusPage: true, maxAccounts: 1000, maxWatches: 0 };
  expect(asked).toEqual([['PATCH /admin/settings', changes]]);
});

test('a setting from the configuration cannot be changed, and says so', async () => {
  settings = someSettings({
    registration: { mode: 'closed', isConfigured: true },
    patterns: limit({ limit: 5, used: 1, isConfigured: true }),
  });
  await open();
  const form = await screen.findByRole('region', { name: 'Server settings' });
  const mode = await within(form).findByLabelText('Who can create an account');
  expect(mode).toBeDisabled();
  expect(mode).toHaveValue('closed');
  expect(mode).toHaveAccessibleDescription('Set in the server’s configuration.');
  expect(within(form).getByLabelText('Regular expressions')).toBeDisabled();
  expect(within(form).getByLabelText('Accounts')).toBeEnabled();
});

test('refused settings stay in the form', async () => {
  serve({
    'PATCH /admin/settings': refusal(
      409,
      'SETTING_CONFIGURED',
      'limits.accounts is set in the configuration.',
    ),
  });
  const user = await open();
  const form = await screen.findByRole('region', { name: 'Server settings' });
  const accounts = await within(form).findByLabelText('Accounts');
  await user.type(accounts, 'x');
  expect(await screen.findByText('Enter a whole number, or nothing')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Save settings' })).toBeDisabled();
  await user.clear(accounts);
  await user.type(accounts, '3');
  await user.click(screen.getByRole('button', { name: 'Save settings' }));
  expect(await screen.findByText('The settings could not be saved')).toBeVisible();
  expect(accounts).toHaveValue('3');
});

test('an announcement is published, shown and withdrawn', async () => {
  const user = await open();
  const section = await screen.findByRole('region', { name: 'Announcement' });
  await user.click(within(section).getByRole('button', { name: 'Publish' }));
  expect(await within(section).findByText('Enter what users should know')).toBeVisible();
  await user.type(within(section).getByLabelText('What users should know'), ' Down at noon. ');
  await user.click(within(section).getByRole('button', { name: 'Publish' }));
  expect(await within(section).findByText('Down at noon.')).toBeVisible();
  expect(section).toHaveTextContent('until you withdraw it');
  expect(within(section).getByLabelText('Replace it with')).toHaveValue('');
  await user.click(within(section).getByRole('button', { name: 'Withdraw' }));
  expect(await screen.findByText('The announcement is withdrawn')).toBeVisible();
  expect(section).not.toHaveTextContent('Down at noon.');
  expect(asked).toEqual([
    ['PUT /admin/announcement', { text: 'Down at noon.' }],
    ['DELETE /admin/announcement'],
  ]);
});

test('sections that cannot be loaded say so', async () => {
  for (const part of ['settings', 'users', 'health', 'audit-log']) {
    serve({ [`GET /admin/${part}`]: refusal(500, 'INTERNAL', 'Oops') });
  }
  await open();
  for (const what of [
    'the accounts',
    'the health of the server',
    'the server settings',
    'the audit log',
  ]) {
    expect(await screen.findByText(`We could not load ${what}.`)).toBeVisible();
  }
});

describe('texts', () => {
  test('the log says who did what to whom', async () => {
    await open();
    const log = await screen.findByRole('list', { name: 'Audit log' });
    expect(log).toHaveTextContent('Account suspended: bob@example.com');
    expect(log).toHaveTextContent('By mara@example.com');
  });

  test('the command line and deleted accounts are named', () => {
    expect(actorText(anEntry({ actor: null }))).toBe('the command line');
    expect(actorText(anEntry({ actor: { _id: '1', email: null } }))).toBe('a deleted account');
  });

  test('details are short', () => {
    const invited = anEntry({
      act: 'account_invited',
      details: { days: 7, forOneAddress: false },
    });
    expect([actText(invited), ...detailTexts(invited)]).toEqual([
      'Invitation created',
      'for anyone',
      'for 7 days',
    ]);
    expect(
      detailTexts(anEntry({ details: { plan: 'pro', isAdministrator: true, messages: 1 } })),
    ).toEqual(['administrator', 'Pro plan', '1 message']);
    const registration = 'invite' as const;
    const details = { registration, hasStatusPage: true, maxAccounts: 0, maxPatterns: 1 };
    expect(detailTexts(anEntry({ act: 'settings_changed', details }))).toEqual([
      'registration: by invitation',
      'status page on',
      'no limit of accounts',
      'at most 1 regular expression',
    ]);
  });

  test('waits are named in the largest unit', () => {
    expect([59, 60, 7_199, 7_200, 172_800].map(waitText)).toEqual([
      '59 seconds',
      '1 minute',
      '1 hour',
      '2 hours',
      '2 days',
    ]);
  });

  test('what a process does is one sentence', () => {
    const process = {
      _id: '1',
      version: '1',
      startedAt: '',
      seenAt: '',
      isLost: false,
      parts: ['api', 'ingest', 'match', 'deliver'] as const,
    };
    expect(partsText({ ...process, parts: [...process.parts] })).toBe(
      'Serves the website, reads sources, finds matches and sends messages',
    );
  });

  test.each([
    [['reddit', 4, 1, 5, 'on_time'], '4 listings • the last poll of 1 listing failed'],
    [['bsky.app', 1, 0, 300, 'late'], '1 connection • late by 5 minutes'],
    [['feeds', 1_204, 0, 300, 'on_time'], '1,204 feeds'],
  ] as const)('of the source %o: %s', ([source, polled, failing, lateSeconds, state], text) => {
    expect(sourceText({ source, polled, failing, lateSeconds, state })).toBe(text);
  });

  test.each([
    [undefined, undefined],
    ['', undefined],
    ['1 000', undefined],
    ['-1', 'Enter a whole number, or nothing'],
    ['1.5', 'Enter a whole number, or nothing'],
    ['3000000000', 'Enter a whole number, or nothing'],
  ])('a limit of %o is answered with %o', (typed, error) => {
    expect(limitError(typed)).toBe(error);
  });

  test('an edit that restores the value is not a change', () => {
    const edits = { registration: 'open' as const, watches: '2,000', accounts: '', patterns: 'x' };
    expect(changeOf(someSettings(), edits)).toEqual({});
  });
});
