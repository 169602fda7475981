import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';

import type { Notification, User, Watch } from '@/api/types';
import { anItem, aNotification, aUser, aWatch } from '@/testing/fixtures';
import { MatcherWorker } from '@/testing/matcher-worker';
import { aPreview } from '@/testing/preview';
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
    http.get('*/api/items/recent', () => HttpResponse.json({ items: [], perDay: 0 })),
    http.post('*/api/keywords/preview', () => HttpResponse.json(aPreview())),
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

test('a suggestion is previewed and watched in place, and its first match appears', async () => {
  const state = serve();
  const { user } = await open();
  await progress('0 of 3 done');
  const listening = /Once you have a keyword, its first match appears here/;
  expect(screen.getByText(listening)).toBeVisible();

  await user.click(await screen.findByRole('button', { name: 'Try kombucha' }));
  expect(screen.getByLabelText('What should Harken listen for?')).toHaveValue('kombucha');
  expect(state.watches).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Watch' }));
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
  expect(screen.getByRole('button', { name: 'Try alternative to' })).toBeVisible();
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

test('a typed keyword shows what it would match, and a warning if that is much', async () => {
  serve();
  vi.stubGlobal('Worker', MatcherWorker);
  const items = [anItem(1, { title: 'Anyone here?' }), anItem(2, { title: 'Nobody' })];
  server.use(
    http.get('*/api/items/recent', () => HttpResponse.json({ items, perDay: 20_000 })),
    http.post('*/api/keywords/preview', () =>
      HttpResponse.json(
        aPreview({
          ...{ searched: 2, matching: 1, estimate: { matching: 1, minutes: 720, perDay: 10_000 } },
          lints: [
            { code: 'matchesMuch', text: 'Expect 10,000 matches a day', part: null, watchId: null },
          ],
        }),
      ),
    ),
  );
  const { user } = await open();
  await user.type(await screen.findByLabelText('What should Harken listen for?'), 'anyone');
  const preview = within(await screen.findByRole('region', { name: 'Live preview' }));
  expect(await preview.findByText('1 of 2 recent items matches')).toBeVisible();
  expect(preview.getByText('Anyone', { selector: 'mark' })).toBeVisible();
  expect(await preview.findByText('1 in 12 hours; about 10,000 a day')).toBeVisible();
  expect(await preview.findByText('Expect 10,000 matches a day')).toBeVisible();
});

test('with few matches, one line remains of the steps that are done', async () => {
  const state = serve();
  state.watches = [aWatch()];
  state.found = [aNotification()];
  state.hasReceiver = true;
  await open();
  expect(await screen.findByRole('heading', { name: 'You are all set' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Coverage' })).toBeNull();
  cleanup();
  const { user } = await open();
  const line = within(screen.getByRole('region', { name: 'First steps' }));
  expect(
    line.getByText(/After an hour and 10 matches, Harken shows all that it can do/),
  ).toBeVisible();
  expect(state.user.firstSteps).toBe(true);
  await user.click(line.getByRole('button', { name: 'Show it now' }));
  await waitFor(() => expect(state.user.firstSteps).toBe(false));
  expect(await screen.findByRole('link', { name: 'Coverage' })).toBeVisible();
});

test('a match before the visit comes first, and one during it moves nothing', async () => {
  const state = serve();
  const isAfter = (one: HTMLElement, other: HTMLElement) =>
    Boolean(other.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING);
  const region = (name: string) => screen.getByRole('region', { name });
  await open();
  await progress('0 of 3 done');
  expect(isAfter(region('Recent Notifications'), region('First steps'))).toBe(true);
  cleanup();
  state.found = [aNotification()];
  await open();
  await progress('1 of 3 done');
  expect(isAfter(region('First steps'), region('Recent Notifications'))).toBe(true);
});

test('once all steps are done and there are matches, they are not offered again', async () => {
  const state = serve();
  state.watches = [aWatch()];
  state.found = Array.from({ length: 10 }, (_, at) => aNotification({ _id: String(at) }));
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Send me a test' }));
  expect(await screen.findByRole('heading', { name: 'You are all set' })).toBeVisible();
  await waitFor(() => expect(state.user.firstSteps).toBe(false));
  await user.click(screen.getByRole('button', { name: 'Close the first steps' }));
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
});
