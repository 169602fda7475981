import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';

import type { Notification, User, Watch } from '@/api/types';
import { aNotification, aUser, aWatch } from '@/testing/fixtures';
import { address, renderApp, signIn } from '@/testing/render-app';
import { refusal, server } from '@/testing/server';

const step = (name: string | RegExp) => within(screen.getByRole('listitem', { name }));
const progress = (text: string) =>
  within(screen.getByRole('region', { name: 'First steps' })).findByText(text);

/** Mocks a server with a newly registered account and every call that the first steps make. */
function serve(changes: Partial<User> = {}, suggested: string[] = ['kombucha', 'tempeh']) {
  const state = {
    user: aUser({ firstSteps: true, ...changes }),
    watches: [] as Watch[],
    found: [] as Notification[],
    hasReceiver: false,
    backfilled: 0,
  };
  server.use(
    http.get('*/api/users/profile', () => HttpResponse.json({ user: state.user })),
    http.get('*/api/users/first-steps', () =>
      HttpResponse.json({ hasReceiver: state.hasReceiver }),
    ),
    http.delete('*/api/users/first-steps', () => {
      state.user = { ...state.user, firstSteps: false };
      return HttpResponse.json(state.user);
    }),
    http.get('*/api/items/suggested-keywords', () => HttpResponse.json({ keywords: suggested })),
    http.get('*/api/keywords', () => {
      const total = state.watches.length;
      return HttpResponse.json({ watches: state.watches, total, active: total, limit: 3 });
    }),
    http.post('*/api/keywords', async ({ request }) => {
      const watch = aWatch((await request.json()) as Partial<Watch>);
      state.watches = [watch];
      return HttpResponse.json(watch, { status: 201 });
    }),
    http.post('*/api/keywords/:id/backfill', () => {
      state.backfilled += 1;
      state.found = [aNotification({ matchedKeyword: state.watches[0]?.keyword ?? '' })];
      return HttpResponse.json({ added: 1, complete: true });
    }),
    http.get('*/api/notifications/recent/popup', () => HttpResponse.json(state.found)),
    http.get('*/api/notifications/stats', () => {
      const total = state.found.length;
      return HttpResponse.json({ stats: { total, today: total, thisWeek: total, perDay: [] } });
    }),
    http.post('*/api/users/mail/test', () => {
      state.hasReceiver = true;
      const answer = { ok: true, statusCode: 250, detail: 'ok', durationMs: 12 };
      return HttpResponse.json(answer);
    }),
  );
  return state;
}

async function open(changes: Partial<User> = {}) {
  signIn({ firstSteps: true, ...changes });
  const app = renderApp('/dashboard');
  await screen.findByRole('heading', { name: 'Welcome back, Mara!' });
  return app;
}

test('the first steps are not shown to an account that has closed them', async () => {
  serve({ firstSteps: false });
  // The user stored in this browser may be older than the server's.
  await open();
  expect(await screen.findByText('No keywords set up yet')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
});

test('a suggestion is watched with one click, in place, and its first match appears', async () => {
  const state = serve();
  const { user } = await open();
  await progress('0 of 3 done');
  const listening = /Once you have a keyword, its first match appears here/;
  expect(screen.getByText(listening)).toBeVisible();

  await user.click(await screen.findByRole('button', { name: 'Watch kombucha' }));
  expect(await screen.findByRole('listitem', { name: /Choose a keyword, done/ })).toHaveTextContent(
    'Harken listens for kombucha in r/all.',
  );
  const match = await screen.findByRole('listitem', { name: /Get your first match, done/ });
  expect(match).toHaveTextContent('r/programming • kombucha');
  expect(within(match).getByRole('link', { name: 'View Post' })).toHaveAttribute(
    'href',
    'https://forum.example/p/1',
  );
  await progress('2 of 3 done');
  expect(state.backfilled).toBe(1);
  expect(state.watches[0]).toMatchObject({ subreddits: ['all'], isActive: true });
  expect(address()).toBe('/dashboard');
});

test('a typed keyword is saved; nothing is sent without one, and a refusal is shown at the field', async () => {
  const state = serve();
  server.use(
    http.post(
      '*/api/keywords',
      () => refusal(422, 'VALIDATION_FAILED', 'No', { fields: { keyword: 'That is too long.' } }),
      { once: true },
    ),
  );
  const { user } = await open();
  const field = await screen.findByLabelText('What should Harken listen for?');
  const watch = screen.getByRole('button', { name: 'Watch' });
  await user.click(watch);
  expect(field).toHaveAccessibleDescription('Keyword is required');
  expect(state.watches).toEqual([]);
  await user.type(field, ' status page {Enter}');
  await waitFor(() => expect(field).toHaveAccessibleDescription('That is too long.'));
  await user.click(watch);
  expect(await screen.findByText('status page', { selector: 'mark' })).toBeVisible();
  expect(state.watches[0]?.keyword).toBe('status page');
});

test('examples are shown while nothing has been read', async () => {
  serve({}, []);
  await open();
  expect(await screen.findByText('For example:')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Watch alternative to' })).toBeVisible();
});

test('a test is mailed to the user’s address, and its outcome is shown', async () => {
  const state = serve();
  server.use(
    http.post(
      '*/api/users/mail/test',
      () => HttpResponse.json({ ok: false, statusCode: 451, detail: 'try later', durationMs: 9 }),
      { once: true },
    ),
  );
  const { user } = await open();
  const send = await screen.findByRole('button', { name: 'Send me a test' });
  expect(screen.getByRole('listitem', { name: 'Check that alerts arrive' })).toHaveTextContent(
    'mara@example.com',
  );
  await user.click(send);
  expect(await screen.findByText(/It did not arrive: answer 451/)).toBeVisible();
  expect(state.hasReceiver).toBe(false);
  expect(screen.queryByRole('listitem', { name: /alerts arrive, done/ })).toBeNull();

  await user.click(send);
  expect(await screen.findByText(/The email is on its way: answer 250/)).toBeVisible();
  expect(await screen.findByRole('listitem', { name: /alerts arrive, done/ })).toBeVisible();
  await progress('1 of 3 done');
});

test('channels are offered to Pro only', async () => {
  serve();
  await open();
  await screen.findByRole('button', { name: 'Send me a test' });
  expect(screen.queryByRole('button', { name: 'Add a channel' })).toBeNull();
});

test('a Pro user adds a channel where they are', async () => {
  serve({ isPro: true });
  const { user } = await open({ isPro: true });
  await user.click(await screen.findByRole('button', { name: 'Add a channel' }));
  expect(await screen.findByRole('dialog', { name: 'Add a channel' })).toBeVisible();
  expect(address()).toBe('/dashboard');
});

test('completed steps stay completed after a reload', async () => {
  const state = serve();
  state.watches = [aWatch({ keyword: 'status page' })];
  state.hasReceiver = true;
  await open();
  await progress('2 of 3 done');
  expect(step(/Choose a keyword, done/).getByText('status page')).toBeVisible();
  expect(step('Get your first match').getByText(/listening for “status page”/)).toBeVisible();
});

test('the first steps are closed for good, and the focus moves to the page', async () => {
  const state = serve();
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Close the first steps' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull());
  expect(state.user.firstSteps).toBe(false);
  expect(screen.getByRole('main')).toHaveFocus();
});

test('a failure to close the first steps is reported and leaves them open', async () => {
  serve();
  server.use(http.delete('*/api/users/first-steps', () => refusal(500, 'INTERNAL', 'Oops')));
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Close the first steps' }));
  expect(await screen.findByText('The first steps could not be closed')).toBeVisible();
  expect(screen.getByRole('region', { name: 'First steps' })).toBeVisible();
});

test('once all steps are done, they stay for this visit and are not offered again', async () => {
  const state = serve();
  state.watches = [aWatch()];
  state.found = [aNotification()];
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Send me a test' }));
  expect(await screen.findByRole('heading', { name: 'You are all set' })).toBeVisible();
  await waitFor(() => expect(state.user.firstSteps).toBe(false));
  await user.click(screen.getByRole('button', { name: 'Close the first steps' }));
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
});
