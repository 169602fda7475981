import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';

import { setAsideText } from '@/entities/watch/set-aside';
import { aNotification, aUser } from '@/testing/fixtures';
import { serveNotifications } from '@/testing/notification-server';
import { renderApp, signInAs } from '@/testing/render-app';
import { server } from '@/testing/server';

// Imported here so that compiling it does not count against the first test.
import './notifications-page';
import '../reading/post-content';

const numbers = { setAside: 41, shown: 14, opened: 0, atMostRelevant: 0.193 };

const signInWith = (setsAside: boolean) => {
  const { notificationPreferences } = aUser();
  signInAs({ notificationPreferences: { ...notificationPreferences, setsAside } });
};

beforeEach(() => {
  server.use(
    http.get('*/api/keywords/set-aside', () =>
      HttpResponse.json({
        watches: [{ watchId: 'watch-1', keyword: 'rust', learned: true, ...numbers }],
      }),
    ),
    http.get('*/api/notifications/*/explanation', () =>
      HttpResponse.json({ explanation: null, asideWords: ['hiring', 'salary'], asideReason: null }),
    ),
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
  expect(await screen.findByText(/Set aside because of “hiring”, “salary”/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^Relevant/ }));
  expect(await screen.findByText('Marked as unread')).toBeVisible();
  expect(asked.some((call) => /^PATCH .*\/unread$/.test(call))).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText(/Set aside because of/)).toBeVisible();
});
