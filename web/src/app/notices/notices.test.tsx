import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';

import type { FailedChoice, FailedGroup, Status, User } from '@/api/types';
import { aDelivery } from '@/testing/channel-server';
import { aUser } from '@/testing/fixtures';
import { address, renderApp, signIn } from '@/testing/render-app';
import { refusal, server } from '@/testing/server';

import '../dashboard/dashboard-page';

const open = async (user: User = aUser()) => {
  server.use(http.get('*/api/users/profile', () => HttpResponse.json({ user })));
  signIn(user);
  const { user: person } = renderApp('/dashboard');
  await screen.findByRole('heading', { name: 'Welcome back, Mara!' });
  return person;
};
const withProblem = (kind: 'refused' | 'bounced' | 'complaint', reason: string) =>
  aUser({
    notificationPreferences: {
      ...aUser().notificationPreferences,
      mailProblem: { kind, since: '2026-01-05T10:00:00Z', reason },
    },
  });
const refused = withProblem('refused', '550 No such user');
const mailBanner = () =>
  screen.findByRole('region', { name: 'Email to mara@example.com is being refused' });

function aGroup(changes: Partial<FailedGroup> = {}): FailedGroup {
  const { endpointId = 'channel-1', endpointName = 'Team chat', total = 1 } = changes;
  const newest = Array.from({ length: Math.min(total, 3) }, (_, index) =>
    aDelivery({
      _id: `${endpointId}-${index}`,
      status: 'dead',
      subject: `Post ${index} &amp; more`,
    }),
  );
  return {
    channel: 'slack',
    endpointId,
    endpointName,
    state: 'open',
    total,
    replayable: total,
    reason: '404 no_service.',
    reasons: 1,
    lastFailedAt: '2026-01-05T10:00:00Z',
    newest,
    ...changes,
  };
}
const mail = { channel: 'mail', endpointId: null, endpointName: null } as const;
const deleted = {
  endpointId: null,
  endpointName: null,
  state: 'deleted',
  replayable: 0,
} as const;

/** Mocks a server with these failures and collects the requests to send them again. */
function serveFailed(...served: FailedGroup[]) {
  let groups = served;
  const sum = (of: 'total' | 'replayable') => groups.reduce((all, group) => all + group[of], 0);
  const asked: FailedChoice[] = [];
  server.use(
    http.get('*/api/deliveries/failed', () =>
      HttpResponse.json({ total: sum('total'), replayable: sum('replayable'), groups }),
    ),
    http.post('*/api/deliveries/failed/replay', async ({ request }) => {
      const choice = (await request.json()) as FailedChoice;
      asked.push(choice);
      const before = sum('replayable');
      groups = groups.filter(
        ({ channel, endpointId, replayable }) =>
          replayable === 0 ||
          (choice.channel ?? channel) !== channel ||
          (choice.endpointId ?? endpointId) !== endpointId,
      );
      const answer = { replayed: before - sum('replayable'), remaining: 0, paused: 0 };
      return HttpResponse.json(
        { ...answer, deleted: choice.channel ? 0 : sum('total') },
        { status: 202 },
      );
    }),
    http.post('*/api/deliveries/failed/dismiss', () => {
      groups = [];
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return asked;
}
const status = (changes: Partial<Status>) =>
  server.use(
    http.get('*/api/status', () =>
      HttpResponse.json({
        unreadableSites: [],
        quietWatches: [],
        busyWatches: [],
        pausedWatches: [],
        failingEndpoints: [],
        mail: null,
        forum: null,
        ...changes,
      }),
    ),
  );

test('no notice is shown when all is well', async () => {
  await open();
  await screen.findByText('No notifications yet');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByRole('region', { name: 'Needs attention' })).toBeNull();
});

test('a refused address is reported on every screen, with the reason, and can be retried', async () => {
  let isRefused = true;
  server.use(
    http.post('*/api/users/mail/retry', () => {
      isRefused = false;
      return HttpResponse.json(aUser());
    }),
  );
  const person = await open(refused);
  const banner = within(await mailBanner());
  expect(banner.getByRole('alert')).toHaveTextContent(/Since 5 Jan \(.+ ago\): 550 No such user\./);
  await person.click(banner.getByRole('button', { name: 'Send again' }));
  expect(await screen.findByText('A test email is on its way')).toBeVisible();
  expect(isRefused).toBe(false);
  expect(screen.queryByRole('region', { name: /^Email to/ })).toBeNull();
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
});

test.each([
  [
    withProblem('bounced', '550 No such user'),
    'Email to mara@example.com comes back',
    /Since 5 Jan \(.+ ago\): 550 No such user\. No alerts are emailed until you send again\./,
  ],
  [
    withProblem('complaint', 'reported as abuse'),
    'Email to mara@example.com was reported as spam',
    /On 5 Jan \(.+ ago\): reported as abuse\. No alerts are emailed until you send again\./,
  ],
])(
  'a report about an accepted email is shown in words of its own: %#',
  async (user, name, text) => {
    await open(user);
    const banner = within(await screen.findByRole('region', { name }));
    expect(banner.getByRole('alert')).toHaveTextContent(text);
    expect(banner.getByRole('button', { name: 'Send again' })).toBeVisible();
  },
);

test('a retry that fails leaves the banner', async () => {
  server.use(http.post('*/api/users/mail/retry', () => refusal(500, 'INTERNAL', 'Oops')));
  const person = await open(refused);
  await person.click(within(await mailBanner()).getByRole('button', { name: 'Send again' }));
  expect(await screen.findByText('The test email could not be sent')).toBeVisible();
  expect(await mailBanner()).toBeVisible();
});

test.each([
  [[aGroup()], '1 alert could not be delivered', ['Slack: Team chat: 1 alert. 404 no_service.']],
  [
    [aGroup({ total: 124, reasons: 3 })],
    '124 alerts could not be delivered',
    ['Slack: Team chat: 124 alerts. Last reason: 404 no_service (and 2 other reasons before).'],
  ],
  [
    [aGroup({ total: 2 }), aGroup({ ...mail, reason: null }), aGroup(deleted)],
    '4 alerts could not be delivered',
    [
      'Slack: Team chat: 2 alerts. Last reason: 404 no_service.',
      'Email: 1 alert. No reason was given.',
      'Slack (deleted): 1 alert. 404 no_service.',
    ],
  ],
])('one failing address is one line of the banner: %#', async (groups, title, lines) => {
  serveFailed(...groups);
  await open();
  const banner = within(await screen.findByRole('region', { name: title }));
  for (const line of lines) expect(banner.getByText(line)).toBeVisible();
  expect(banner.getAllByRole('button', { name: /^(Show|Dismiss)/ })).toHaveLength(2);
});

test('the banner names three addresses and counts the others', async () => {
  const named = (name: string) => aGroup({ endpointId: name, endpointName: name });
  serveFailed(...['a', 'b', 'c', 'd', 'e'].map(named));
  await open();
  const banner = within(await screen.findByRole('region', { name: /^5 alerts/ }));
  expect(banner.getAllByText(/^Slack: [abc]:/)).toHaveLength(3);
  expect(banner.getByText('And 2 other addresses.')).toBeVisible();
});

test('all that failed at one address is sent again at once', async () => {
  const asked = serveFailed(aGroup({ total: 124 }), aGroup(mail));
  const person = await open();
  await person.click(await screen.findByRole('button', { name: 'Show them' }));
  const dialog = within(await screen.findByRole('dialog'));
  const newest = within(dialog.getByRole('list', { name: 'Newest of Slack: Team chat' }));
  expect(newest.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Post 0 & more/),
    expect.stringMatching(/^Post 1 & more/),
    expect.stringMatching(/^Post 2 & more/),
    'and 121 more',
  ]);
  await person.click(dialog.getByRole('button', { name: 'Send 124 again: Slack: Team chat' }));
  expect(await screen.findByText('124 alerts are on their way again')).toBeVisible();
  expect(asked).toEqual([{ channel: 'slack', endpointId: 'channel-1' }]);
  await waitFor(() => expect(dialog.queryByText('Slack: Team chat')).toBeNull());
  expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement);
  await person.click(dialog.getByRole('button', { name: 'Send again: Email' }));
  expect(await dialog.findByRole('heading', { name: 'No undelivered alerts' })).toBeVisible();
  expect(asked[1]).toEqual({ channel: 'mail' });
  await person.keyboard('{Escape}');
  expect(screen.queryByRole('region', { name: /not be delivered/ })).toBeNull();
});

test('everything is sent again at once, except what a deleted channel was to get', async () => {
  const asked = serveFailed(aGroup({ total: 30 }), aGroup(mail), aGroup({ ...deleted, total: 5 }));
  const person = await open();
  await person.click(await screen.findByRole('button', { name: 'Show them' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/has been deleted, so these cannot be sent again/)).toBeVisible();
  expect(dialog.queryByRole('button', { name: /again: Slack \(deleted\)/ })).toBeNull();
  await person.click(dialog.getByRole('button', { name: 'Send all 31 alerts again' }));
  expect(await screen.findByText('31 alerts are on their way again')).toBeVisible();
  expect(screen.getByText('5 alerts for deleted channels cannot be sent again.')).toBeVisible();
  expect(asked).toEqual([{}]);
  expect(await dialog.findByRole('heading', { name: /^5 alerts/ })).toBeVisible();
});

test('alerts that wait for a paused channel link to it', async () => {
  serveFailed(aGroup({ state: 'paused', replayable: 0, total: 2 }));
  const person = await open();
  await person.click(await screen.findByRole('button', { name: 'Show them' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.queryByRole('button', { name: /^Send/ })).toBeNull();
  await person.click(dialog.getByRole('link', { name: 'Resume it' }));
  expect(address()).toBe('/channels');
  expect(screen.queryByRole('dialog', { name: /could not be delivered/ })).toBeNull();
});

test('all failures can be dismissed together', async () => {
  serveFailed(aGroup({ total: 3 }));
  const person = await open();
  await person.click(await screen.findByRole('button', { name: 'Dismiss' }));
  await waitFor(() =>
    expect(screen.queryByRole('region', { name: /not be delivered/ })).toBeNull(),
  );
});

test('failures that cannot be sent again or dismissed say so', async () => {
  serveFailed(aGroup());
  server.use(
    http.post('*/api/deliveries/failed/replay', () => refusal(500, 'INTERNAL', 'Out of order')),
    http.post('*/api/deliveries/failed/dismiss', () => refusal(500, 'INTERNAL', 'Out of order')),
  );
  const person = await open();
  await person.click(await screen.findByRole('button', { name: 'Show it' }));
  const dialog = within(await screen.findByRole('dialog'));
  await person.click(dialog.getByRole('button', { name: /^Send again/ }));
  expect(await screen.findByText('The alerts could not be sent again')).toBeVisible();
  await person.click(dialog.getByRole('button', { name: 'Dismiss all' }));
  expect(await screen.findByText('The alerts could not be dismissed')).toBeVisible();
});

test('the dashboard reports silent keywords in one line, which opens', async () => {
  const quiet = (keyword: string) => ({
    watchId: keyword,
    keyword,
    lastMatchAt: null,
    usualPerWeek: 12,
    silentDays: 9,
  });
  status({ quietWatches: ['rust', 'go', 'zig', 'ada'].map(quiet) });
  const person = await open();
  const card = within(await screen.findByRole('region', { name: 'Needs attention' }));
  const line = card.getByText('4 keywords have gone quiet');
  expect(card.getByText('“ada” has gone quiet')).not.toBeVisible();
  await person.click(line);
  expect(card.getByText('“ada” has gone quiet')).toBeVisible();
  expect(
    card.getByRole('link', { name: 'Check the keyword: “rust” has gone quiet' }),
  ).toHaveAttribute('href', '/keywords?watch=rust');
});

test('an announcement is shown until it is dismissed, and then the next one', async () => {
  const announce = (text: string, since: string) =>
    aUser({ announcement: { text, since, until: null } });
  const banner = () =>
    screen.findByRole('region', { name: 'From the administrators of this server' });
  const person = await open(announce('Down at noon.', '2026-01-05T10:00:00Z'));
  const told = await banner();
  expect(told).toHaveTextContent('Down at noon.');
  await person.click(within(told).getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText('Down at noon.')).toBeNull();
  cleanup();
  await open(announce('Down at noon.', '2026-01-05T10:00:00Z'));
  expect(screen.queryByText('Down at noon.')).toBeNull();
  cleanup();
  await open(announce('Up again.', '2026-01-06T10:00:00Z'));
  expect(await banner()).toHaveTextContent('Up again.');
});
