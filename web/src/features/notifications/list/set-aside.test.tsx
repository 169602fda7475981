import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import { setAsideText } from '@/entities/watch/set-aside';
import { aNotification, aUser } from '@/testing/fixtures';
import { serveNotifications } from '@/testing/notification-server';
import { renderApp, signInAs } from '@/testing/render-app';
import { server } from '@/testing/server';

// Imported here so that compiling it does not count against the first test.
import './notifications-page';
import '../reading/post-content';

const numbers = { setAside: 41, shown: 14, opened: 0, atMostRelevant: 0.193 };

let ignoredWords: string[];

const signInWith = (setsAside: boolean) => {
  const { notificationPreferences } = aUser();
  signInAs({ notificationPreferences: { ...notificationPreferences, setsAside } });
};

beforeEach(() => {
  ignoredWords = [];
  server.use(
    http.get('*/api/keywords/set-aside', () =>
      HttpResponse.json({
        watches: [{ watchId: 'watch-1', keyword: 'rust', learned: true, ignoredWords, ...numbers }],
      }),
    ),
    http.get('*/api/notifications/*/explanation', () => {
      const asideWords = ['hiring', 'salary'].filter((word) => !ignoredWords.includes(word));
      return HttpResponse.json({ explanation: null, asideWords, asideReason: null });
    }),
    http.put('*/api/keywords/watch-1/ignored-words', async ({ request }) => {
      const { word, ignored } = (await request.json()) as { word: string; ignored: boolean };
      ignoredWords = ignoredWords.filter((other) => other !== word).concat(ignored ? word : []);
      return HttpResponse.json({ ignoredWords });
    }),
  );
});

test.each([
  [
    numbers,
    '41 set aside. Of 14 that were shown anyway you opened none: at most 19% were relevant.',
  ],
  [
    { setAside: 1_200, shown: 1, opened: 1, atMostRelevant: 1 },
    '1,200 set aside. Of 1 that was shown anyway you opened 1: at most 100% were relevant.',
  ],
  [
    { setAside: 3, shown: 0, opened: 0, atMostRelevant: null },
    '3 set aside. One in thirty is shown anyway, to learn how many are relevant.',
  ],
])('%o is a sentence', (given, text) => {
  expect(setAsideText(given)).toBe(text);
});

test('only those who want it are offered the list', async () => {
  serveNotifications([aNotification()]);
  signInWith(false);
  renderApp('/notifications');
  expect(await screen.findByRole('link', { name: 'Archived' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Set aside' })).toBeNull();
});

test.each([
  ['It is about the game', 'Set aside by a language model, which wrote: “It is about the game”'],
  ['', 'Set aside by a language model.'],
])('the reason %j is marked as that of a program', async (asideReason, text) => {
  server.use(
    http.get('*/api/notifications/*/explanation', () =>
      HttpResponse.json({ explanation: null, asideWords: [], asideReason }),
    ),
  );
  serveNotifications([aNotification({ status: 'aside' })]);
  signInWith(true);
  const { user } = renderApp('/notifications?status=aside');
  await user.click(await screen.findByRole('button', { name: /"rust"/ }));
  expect(await screen.findByText(text)).toBeVisible();
});

test('it says how many and why, and one click takes one back', async () => {
  const { asked } = serveNotifications([aNotification({ status: 'aside' })]);
  signInWith(true);
  const { user } = renderApp('/notifications');
  await user.click(await screen.findByRole('link', { name: 'Set aside' }));
  expect(await screen.findByText(/41 set aside/)).toBeVisible();
  await user.click(await screen.findByRole('button', { name: /"rust"/ }));
  expect(await screen.findByText(/Set aside because of/)).toHaveTextContent(
    'Set aside because of “hiring”, “salary”.',
  );
  await user.click(screen.getByRole('button', { name: /^Relevant/ }));
  expect(await screen.findByText('Marked as unread')).toBeVisible();
  expect(asked.some((call) => /^PATCH .*\/unread$/.test(call))).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText(/Set aside because of/)).toBeVisible();
});

test('one click ignores a word, and the match comes back once none is left', async () => {
  const { asked } = serveNotifications([aNotification({ status: 'aside', watchId: 'watch-1' })]);
  signInWith(true);
  const { user } = renderApp('/notifications?status=aside');
  await user.click(await screen.findByRole('button', { name: /"rust"/ }));
  const ignore = async (word: string) => {
    const name = `“${word}”: ignore this word from now on`;
    await user.click(await screen.findByRole('button', { name }));
    expect(await screen.findByText(`“${word}” no longer counts against “rust”`)).toBeVisible();
  };
  await ignore('hiring');
  expect(await screen.findByText('Set aside because of', { exact: false })).toHaveTextContent(
    'Set aside because of “salary”.',
  );
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await ignore('hiring');
  expect(await screen.findByText(/Ignored:/)).toHaveTextContent(/Ignored: “hiring”\.$/);
  await user.click(screen.getByRole('button', { name: '“hiring”: count this word again' }));
  await vi.waitFor(() => expect(ignoredWords).toEqual([]));
  await ignore('hiring');
  await ignore('salary');
  expect(await screen.findByText('Marked as unread')).toBeVisible();
  expect(asked.some((call) => /^PATCH .*\/unread$/.test(call))).toBe(true);
});
