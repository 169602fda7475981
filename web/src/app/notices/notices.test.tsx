import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';

import type { Delivery, Status, User } from '@/api/types';
import { aDelivery } from '@/testing/channel-server';
import { aUser } from '@/testing/fixtures';
import { renderApp, signIn } from '@/testing/render-app';
import { refusal, server } from '@/testing/server';

import '../dashboard/dashboard-page';

const open = async (user: User = aUser()) => {
  server.use(http.get('*/api/users/profile', () => HttpResponse.json({ user })));
  signIn(user);
  const { user: person } = renderApp('/dashboard');
  await screen.findByRole('heading', { name: 'Welcome back, Mara!' });
  return person;
};
const refused = aUser({
  notificationPreferences: {
    ...aUser().notificationPreferences,
    mailProblem: { since: '2026-01-05T10:00:00Z', reason: '550 No such user' },
  },
});
const mailBanner = () =>
  screen.findByRole('region', { name: 'Mail to mara@example.com is refused' });

function serveFailed(
  count: number,
  reasons = ['550 No such user.'],
  changes: Partial<Delivery> = {},
) {
  let deliveries: Delivery[] = Array.from({ length: count }, (_, index) =>
    aDelivery({
      _id: `delivery-${index}`,
      status: 'dead',
      subject: `Post ${index} &amp; more`,
      reason: reasons[index % reasons.length],
      ...changes,
      ...(index === 0 ? { channel: 'mail', endpointId: null, endpointName: null } : {}),
    }),
  );
  const list = () =>
    HttpResponse.json({ total: deliveries.length, deliveries: deliveries.slice(0, 20) });
  server.use(
    http.get('*/api/deliveries/failed', list),
    http.post('*/api/deliveries/:id/replay', ({ params }) => {
      deliveries = deliveries.filter(({ _id }) => _id !== params.id);
      return HttpResponse.json(aDelivery({ status: 'pending' }), { status: 202 });
    }),
    http.post('*/api/deliveries/failed/dismiss', () => {
      deliveries = [];
      return new HttpResponse(null, { status: 204 });
    }),
  );
}
const status = (changes: Partial<Status>) =>
  server.use(
    http.get('*/api/status', () =>
      HttpResponse.json({
        quietWatches: [],
        failingEndpoints: [],
        mail: null,
        forum: null,
        ...changes,
      }),
    ),
  );

test('when all is well nothing is said', async () => {
  await open();
  await screen.findByText('No notifications yet');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByRole('region', { name: 'Needs a look' })).toBeNull();
});

test('a refused address is told on every screen, with the reason, and tried again', async () => {
  let isRefused = true;
  server.use(
    http.post('*/api/users/mail/retry', () => {
      isRefused = false;
      return HttpResponse.json(aUser());
    }),
  );
  const person = await open(refused);
  const banner = within(await mailBanner());
  expect(banner.getByRole('alert')).toHaveTextContent(/Since Jan 5 \(.+ ago\): 550 No such user\./);
  await person.click(banner.getByRole('button', { name: 'Send again' }));
  expect(await screen.findByText('A test mail is on its way')).toBeVisible();
  expect(isRefused).toBe(false);
  expect(screen.queryByRole('region', { name: /^Mail to/ })).toBeNull();
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
});

test('a retry that fails leaves the banner', async () => {
  server.use(http.post('*/api/users/mail/retry', () => refusal(500, 'INTERNAL', 'Oops')));
  const person = await open(refused);
  await person.click(within(await mailBanner()).getByRole('button', { name: 'Send again' }));
  expect(await screen.findByText('The test mail could not be sent')).toBeVisible();
  expect(await mailBanner()).toBeVisible();
});

test.each([
  [1, ['550 No such user.'], '1 alert could not be delivered', '550 No such user.'],
  [3, ['550 No such user.'], '3 alerts could not be delivered', '550 No such user.'],
  [2, ['503 Busy', '404'], '2 alerts could not be delivered', '503 Busy, and for other reasons.'],
])('%i undelivered: %j', async (count, reasons, title, why) => {
  serveFailed(count, reasons);
  await open();
  const banner = await screen.findByRole('region', { name: title });
  expect(within(banner).getByRole('alert')).toHaveTextContent(`${title}${why}`);
});

test('what was not delivered is listed and sent again, one by one', async () => {
  serveFailed(2);
  const person = await open();
  await person.click(await screen.findByRole('button', { name: 'See them' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('heading', { name: '2 alerts could not be delivered' })).toBeVisible();
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Post 0 & moreMail • \d+d ago550 No such userSend again$/),
    expect.stringMatching(/^Post 1 & moreSlack: Team chat • /),
  ]);
  await person.click(dialog.getByRole('button', { name: 'Send again: Post 0 & more' }));
  await waitFor(() => expect(dialog.getAllByRole('listitem')).toHaveLength(1));
  expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement);
  await person.click(dialog.getByRole('button', { name: 'Send again: Post 1 & more' }));
  expect(await dialog.findByRole('heading', { name: 'Nothing is left undelivered' })).toBeVisible();
  await person.keyboard('{Escape}');
  expect(screen.queryByRole('region', { name: /not be delivered/ })).toBeNull();
});

test('more than the list holds are counted', async () => {
  serveFailed(35);
  const person = await open();
  await person.click(await screen.findByRole('button', { name: 'See them' }));
  const dialog = await screen.findByRole('dialog', { name: '35 alerts could not be delivered' });
  expect(dialog).toHaveAccessibleDescription(/^The newest 20\./);
});

test('what was to go to a deleted channel is told, and cannot be sent again', async () => {
  serveFailed(2, undefined, { endpointName: null });
  const person = await open();
  await person.click(await screen.findByRole('button', { name: 'See them' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/^Slack, deleted since • /)).toBeVisible();
  const again = dialog.getAllByRole('button', { name: /^Send again/ });
  expect(again.map((button) => button.getAttribute('aria-label'))).toEqual([
    'Send again: Post 0 & more',
  ]);
});

test('they can be dismissed together', async () => {
  serveFailed(3);
  const person = await open();
  await person.click(await screen.findByRole('button', { name: 'Dismiss' }));
  await waitFor(() =>
    expect(screen.queryByRole('region', { name: /not be delivered/ })).toBeNull(),
  );
});

test('what cannot be sent again or dismissed says so', async () => {
  serveFailed(1);
  server.use(
    http.post('*/api/deliveries/:id/replay', () => refusal(500, 'INTERNAL', 'Out of order')),
    http.post('*/api/deliveries/failed/dismiss', () => refusal(500, 'INTERNAL', 'Out of order')),
  );
  const person = await open();
  await person.click(await screen.findByRole('button', { name: 'See it' }));
  const dialog = within(await screen.findByRole('dialog'));
  await person.click(dialog.getByRole('button', { name: /^Send again/ }));
  expect(await screen.findByText('It could not be sent again')).toBeVisible();
  await person.click(dialog.getByRole('button', { name: 'Dismiss all' }));
  expect(await screen.findByText('They could not be dismissed')).toBeVisible();
});

test('the dashboard tells of silence, the first three of it at once', async () => {
  const quiet = (keyword: string) => ({
    watchId: keyword,
    keyword,
    lastMatchAt: null,
    usualPerWeek: 12,
    silentDays: 9,
  });
  status({ quietWatches: ['rust', 'go', 'zig', 'ada'].map(quiet) });
  const person = await open();
  const card = within(await screen.findByRole('region', { name: 'Needs a look' }));
  expect(card.getAllByRole('listitem')).toHaveLength(3);
  expect(
    card.getByRole('link', { name: 'Check the keyword: “rust” has gone quiet' }),
  ).toHaveAttribute('href', '/keywords?watch=rust');
  await person.click(card.getByRole('button', { name: 'Show all 4' }));
  expect(card.getAllByRole('listitem')).toHaveLength(4);
  await person.click(card.getByRole('button', { name: 'Show fewer' }));
  expect(card.getAllByRole('listitem')).toHaveLength(3);
});
