import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import type { WatchPreview } from '@/api/types';
import { aWatch } from '@/testing/fixtures';
import { MatcherWorker } from '@/testing/matcher-worker';
import { aPreview, aWeek } from '@/testing/preview';
import { renderApp, signIn } from '@/testing/render-app';
import { refusal, server } from '@/testing/server';
import { endWaits } from '@/testing/waits';

// Imported here so that compiling it does not count against the first test.
import '../list/keywords-page';

const LABEL = 'Add matches from the last 24 hours';

const found = (changes: Partial<WatchPreview> = {}) =>
  aPreview({
    searched: 100,
    searchedSince: '2026-01-01T08:00:00Z',
    matching: 12,
    estimate: { matching: 12, minutes: 36 * 60, perDay: 8 },
    perDay: aWeek(0, 0, 0, 0, 0, 6, 6),
    ...changes,
  });

/** Serves the watch `rust`; `asked` collects the watches to which past matches are added. */
function serve(preview: WatchPreview, { watch = aWatch(), unread = 3 } = {}) {
  const asked: unknown[] = [];
  server.use(
    http.get('*/api/keywords', () =>
      HttpResponse.json({ watches: [watch], total: 1, active: 1, limit: 3 }),
    ),
    http.post('*/api/keywords/preview', () => HttpResponse.json(preview)),
    http.post('*/api/keywords', () =>
      HttpResponse.json(aWatch({ _id: 'watch-2' }), { status: 201 }),
    ),
    http.put('*/api/keywords/:id', () => HttpResponse.json(watch)),
    http.post('*/api/keywords/:id/backfill', ({ params }) => {
      asked.push(params.id);
      unread += 12;
      return HttpResponse.json({ added: 12, complete: true });
    }),
    http.get('*/api/notifications/unread/count', () => HttpResponse.json({ count: unread })),
  );
  return asked;
}

/** Lets the call fail with this answer, once. */
const failOnce = (answer: () => Response) =>
  server.use(http.post('*/api/keywords/:id/backfill', answer, { once: true }));

async function open(button: string) {
  const { user } = renderApp('/keywords');
  await user.click(await screen.findByRole('button', { name: button }));
  return user;
}

/** Types a new watch, and waits until the server has counted it. */
async function typeNew() {
  const user = await open('Add Keyword');
  expect(option()).not.toBeChecked();
  await user.type(screen.getByRole('textbox', { name: 'Keyword' }), 'rust');
  await screen.findByRole('table', { name: 'Matches per day' });
  return user;
}

/** Does the same, and waits until its past matches are to be added. */
async function typeOffered() {
  const user = await typeNew();
  await waitFor(() => expect(option()).toBeChecked());
  return user;
}

const option = () => screen.getByRole('checkbox', { name: LABEL });
const button = (name: string) => screen.getByRole('button', { name });
/** Waits until the dialog closes by itself. */
const closed = () =>
  waitFor(() => {
    act(endWaits);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

beforeEach(() => {
  signIn();
  vi.stubGlobal('Worker', MatcherWorker);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  server.use(
    http.get('*/api/items/recent', () => HttpResponse.json({ items: [] })),
    http.get('*/api/subreddits/validate/:name', ({ params }) =>
      HttpResponse.json({ exists: true, name: params.name }),
    ),
  );
});

test('a new watch that has matches gets those of the last day, and the counts follow', async () => {
  const asked = serve(found());
  const user = await typeOffered();
  expect(option()).toHaveAccessibleDescription('No alerts are sent for these.');
  await user.click(button('Add Keyword'));
  expect(await screen.findByText('Keyword added successfully!')).toBeVisible();
  expect(await screen.findByText('12 matches from the last 24 hours added')).toBeVisible();
  expect(asked).toEqual(['watch-2']);
  await closed();
  const link = screen.getAllByRole('link', { name: /^Notifications/ })[0];
  await waitFor(() => expect(link).toHaveTextContent('15'));
});

test.each([
  ['nothing was found lately', found({ perDay: aWeek(3, 3, 3, 3, 0, 0, 0) })],
  ['there is much of it', found({ perDay: aWeek(0, 0, 0, 0, 0, 80, 21) })],
  [
    'much of it is to be expected',
    found({
      complete: false,
      estimate: { matching: 100, minutes: 23 * 60, perDay: 101 },
    }),
  ],
])('nothing is added by default when %s', async (_why, preview) => {
  const asked = serve(preview);
  const user = await typeNew();
  expect(option()).not.toBeChecked();
  await user.click(button('Add Keyword'));
  await screen.findByText('Keyword added successfully!');
  await closed();
  expect(asked).toEqual([]);
});

test('the option can be declined', async () => {
  const asked = serve(found());
  const user = await typeOffered();
  await user.click(option());
  await user.click(button('Add Keyword'));
  await screen.findByText('Keyword added successfully!');
  await closed();
  expect(asked).toEqual([]);
});

test('an edit adds nothing unless the user asks for it', async () => {
  const asked = serve(found());
  const user = await open('Edit rust');
  await screen.findByRole('table', { name: 'Matches per day' });
  expect(option()).not.toBeChecked();
  await user.click(option());
  await user.click(button('Update'));
  expect(await screen.findByText('Keyword updated successfully!')).toBeVisible();
  expect(await screen.findByText('12 matches from the last 24 hours added')).toBeVisible();
  expect(asked).toEqual(['watch-1']);
});

test('a watch that is switched off does not offer the option', async () => {
  serve(found(), { watch: aWatch({ isActive: false }) });
  await open('Edit rust');
  await screen.findByRole('table', { name: 'Matches per day' });
  expect(screen.queryByRole('checkbox', { name: LABEL })).toBeNull();
});

test('the note says that nothing was added, and that older items were left out', async () => {
  serve(found());
  failOnce(() => HttpResponse.json({ added: 0, complete: false }));
  const user = await typeOffered();
  await user.click(button('Add Keyword'));
  const text = 'No matches to add from the last 24 hours; older items were not added';
  expect(await screen.findByText(text)).toBeVisible();
});

test.each([
  [
    'a refusal',
    () => refusal(409, 'KEYWORD_INACTIVE', 'It is switched off.'),
    /It is switched off/,
  ],
  ['a broken connection', () => HttpResponse.error(), /could not be added\.$/],
  ['a rate limit', () => refusal(429, 'KEYWORD_RATE_LIMIT_EXCEEDED', 'Wait'), /be added\.$/],
])('after %s the watch stays saved, and the rest can be tried again', async (_, answer, text) => {
  const asked = serve(found());
  failOnce(answer);
  const user = await typeOffered();
  await user.click(button('Add Keyword'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add New Keyword' }));
  const note = await dialog.findByText(/^The keyword is saved, but its matches/);
  expect(note).toHaveRole('alert');
  expect(note).toHaveTextContent(text);
  expect(dialog.getByText('Keyword added successfully!')).toBeVisible();
  expect(dialog.getAllByRole('button', { name: 'Close' })).toHaveLength(2);
  const again = dialog.getByRole('button', { name: 'Try again' });
  expect(again).toHaveFocus();
  await user.click(again);
  expect(await dialog.findByText('12 matches from the last 24 hours added')).toBeVisible();
  expect(asked).toEqual(['watch-2']);
  await closed();
});

test('a dialog that is closed meanwhile leaves the result to a toast', async () => {
  serve(found());
  let answer: () => void = () => undefined;
  const wait = new Promise<void>((resolve) => (answer = resolve));
  server.use(
    http.post(
      '*/api/keywords/:id/backfill',
      async () => {
        await wait;
        return refusal(500, 'INTERNAL', 'Out of order');
      },
      { once: true },
    ),
  );
  const user = await typeOffered();
  await user.click(button('Add Keyword'));
  await screen.findByText('Adding the matches from the last 24 hours...');
  await user.keyboard('{Escape}');
  await closed();
  answer();
  await screen.findByText('The matches from the last 24 hours could not be added');
  await user.click(button('Try again'));
  expect(await screen.findByText('12 matches from the last 24 hours added')).toBeVisible();
});
