import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';

import type { Mute, MuteInput } from '@/api/types';
import { aNotification } from '@/testing/fixtures';
import { serveNotifications } from '@/testing/notification-server';
import { renderApp, signIn } from '@/testing/render-app';
import { refusal, server } from '@/testing/server';

// Imported here so that compiling it does not count against the first test.
import '../list/notifications-page';

beforeEach(() => signIn());

/** Serves mutes that would have affected `found` notifications; `asked` collects what is sent. */
function serveMutes(found = 0) {
  const asked: [call: string, input: MuteInput | string][] = [];
  server.use(
    http.post('*/api/mutes/preview', async ({ request }) => {
      asked.push(['preview', (await request.json()) as MuteInput]);
      return HttpResponse.json({ count: found, next: null });
    }),
    http.post('*/api/mutes', async ({ request }) => {
      const input = (await request.json()) as MuteInput;
      asked.push(['mute', input]);
      const { kind, watchId = null, cleanUp } = input;
      const shown = { author: 'someone', subreddit: 'programming', thread: 'A', word: 'spam' };
      const mute: Mute = {
        _id: 'mute-1',
        kind,
        watchId,
        keyword: watchId && 'rust',
        value: input.value ?? kind,
        shown: shown[kind],
        until: null,
        createdAt: '2026-01-01T00:00:00Z',
        cleaned: cleanUp ? found : 0,
      };
      return HttpResponse.json({ mute, cleaned: mute.cleaned, next: null }, { status: 201 });
    }),
    http.delete('*/api/mutes/:id', ({ request }) => {
      asked.push(['end', new URL(request.url).search]);
      return HttpResponse.json({ restored: found, hasMore: false });
    }),
  );
  return { asked, muted: () => asked.filter(([call]) => call !== 'preview') };
}

async function openDialog(author = 'someone') {
  serveNotifications([aNotification({ redditPost: { ...aNotification().redditPost, author } })]);
  const { user } = renderApp('/notifications');
  await screen.findByRole('button', { name: /"rust"/ });
  await user.keyboard('js');
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Mute' })) };
}
const press = (dialog: Pick<typeof screen, 'getByRole'>, name: string) =>
  dialog.getByRole('button', { name });

test.each([
  ['Everything by u/someone', 'author', 'someone is muted for “rust”'],
  ['Everything in r/programming', 'subreddit', 'r/programming is muted for “rust”'],
  ['This thread', 'thread', 'The thread is muted for “rust”'],
])('“%s” is muted from a notification', async (label, kind, told) => {
  const { muted } = serveMutes();
  const { user, dialog } = await openDialog();
  await user.click(dialog.getByRole('radio', { name: label }));
  await user.click(press(dialog, 'Mute'));
  expect(await screen.findByText(told)).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  const notificationId = 'notification-1';
  expect(muted()).toEqual([
    ['mute', { kind, notificationId, watchId: 'watch-1', forDays: null, cleanUp: false }],
  ]);
});

test('a word is muted for all keywords and for a week', async () => {
  const { muted } = serveMutes();
  const { user, dialog } = await openDialog();
  await user.click(dialog.getByRole('radio', { name: 'Everything with a word or phrase' }));
  const field = dialog.getByLabelText('Word or phrase');
  expect(field).toHaveFocus();
  await user.click(press(dialog, 'Mute'));
  expect(dialog.getByText('Which word should be muted?')).toBeVisible();
  expect(field).toHaveFocus();

  await user.type(field, ' spam ');
  await user.selectOptions(dialog.getByLabelText('Where'), 'For all keywords');
  await user.selectOptions(dialog.getByLabelText('How long'), 'For a week');
  await user.click(press(dialog, 'Mute'));
  expect(await screen.findByText('“spam” is muted')).toBeVisible();
  const word = { kind: 'word', value: 'spam', watchId: null, forDays: 7, cleanUp: false };
  expect(muted()).toEqual([['mute', word]]);
});

test.each(['', '[deleted]'])('an author “%s” is not offered', async (author) => {
  serveMutes();
  const { dialog } = await openDialog(author);
  expect(dialog.queryByRole('radio', { name: /^Everything by/ })).toBeNull();
  expect(dialog.getByRole('radio', { name: 'This thread' })).toBeChecked();
});

describe('cleaning up', () => {
  test('says how much there is, deletes it, and undo brings it back', async () => {
    const { muted } = serveMutes(3);
    const { user, dialog } = await openDialog();
    expect(
      await dialog.findByText('3 notifications. You can undo this for a moment.'),
    ).toBeVisible();
    await user.click(dialog.getByRole('checkbox'));
    await user.click(press(dialog, 'Mute'));
    expect(await screen.findByText('3 notifications were deleted')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('someone is no longer muted')).toBeVisible();
    expect(muted()).toMatchObject([
      ['mute', { cleanUp: true }],
      ['end', '?restore=true'],
    ]);
  });

  test('of very many takes several calls, whose numbers are added', async () => {
    serveMutes();
    const { user, dialog } = await openDialog();
    const froms: unknown[] = [];
    const answer = async (request: Request) => {
      const { from } = (await request.json()) as MuteInput;
      froms.push(from);
      return { first: from === undefined, next: from === undefined ? 9 : null };
    };
    server.use(
      http.post('*/api/mutes/preview', async ({ request }) => {
        const { first, next } = await answer(request);
        return HttpResponse.json({ count: first ? 5_000 : 1_000, next });
      }),
      http.post('*/api/mutes', async ({ request }) => {
        const { first, next } = await answer(request);
        const mute = { _id: 'mute-1', kind: 'thread', watchId: null, keyword: null };
        return HttpResponse.json({ mute, cleaned: first ? 5_000 : 1_000, next }, { status: 201 });
      }),
      http.delete('*/api/mutes/:id', () => {
        froms.push('end');
        const hasMore = froms.filter((from) => from === 'end').length === 1;
        return HttpResponse.json({ restored: 3_000, hasMore });
      }),
    );
    await user.click(dialog.getByRole('radio', { name: 'This thread' }));
    await dialog.findByText('6,000 notifications. You can undo this for a moment.');
    froms.length = 0;
    await user.click(dialog.getByRole('checkbox'));
    await user.click(press(dialog, 'Mute'));
    expect(await screen.findByText('6,000 notifications were deleted')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('The thread is no longer muted')).toBeVisible();
    expect(froms).toEqual([undefined, 9, 'end', 'end']);
  });

  test('is not offered where there is nothing', async () => {
    serveMutes(0);
    const { dialog } = await openDialog();
    expect(await dialog.findByText('There are none.')).toBeVisible();
    expect(dialog.getByRole('checkbox')).toBeDisabled();
  });

  test('is counted again for what is chosen, once typing rests', async () => {
    const { asked } = serveMutes(1);
    const { user, dialog } = await openDialog();
    await user.click(dialog.getByRole('radio', { name: 'Everything with a word or phrase' }));
    await user.type(dialog.getByLabelText('Word or phrase'), 'spam');
    await waitFor(() =>
      expect(asked.at(-1)).toMatchObject(['preview', { kind: 'word', value: 'spam' }]),
    );
    expect(asked.length).toBeLessThan(4);
  });
});

test.each([
  ['at its field', { fields: { value: 'Too short' } }],
  ['as a whole', {}],
])('a refusal by the server is shown %s', async (_where, more) => {
  serveMutes();
  server.use(http.post('*/api/mutes', () => refusal(400, 'VALIDATION_FAILED', 'Too short', more)));
  const { user, dialog } = await openDialog();
  await user.click(dialog.getByRole('radio', { name: 'Everything with a word or phrase' }));
  await user.type(dialog.getByLabelText('Word or phrase'), 'a');
  await user.click(press(dialog, 'Mute'));
  expect(await dialog.findByText('Too short')).toBeVisible();
});

test('an undo that is refused says so', async () => {
  serveMutes();
  server.use(http.delete('*/api/mutes/:id', () => refusal(500, 'INTERNAL', 'It broke')));
  const { user, dialog } = await openDialog();
  await user.click(press(dialog, 'Mute'));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('That could not be undone')).toBeVisible();
});
