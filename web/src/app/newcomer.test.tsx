import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';

import type { User } from '@/api/types';
import { aNotification, aUser, aWatch } from '@/testing/fixtures';
import { serveNotifications } from '@/testing/notification-server';
import { renderApp, signIn } from '@/testing/render-app';
import { server } from '@/testing/server';
import { serveWatches } from '@/testing/watch-server';

// Imported here so that compiling them does not count against the first test.
import '@/features/keywords/list/keywords-page';
import '@/features/notifications/list/notifications-page';

/** Signs in an account with open first steps and this number of matches. */
function signInWith(total: number, changes: Partial<User> = {}) {
  signIn({ firstSteps: true, ...changes });
  serveNotifications([aNotification()]);
  serveWatches([aWatch()]);
  server.use(
    http.get('*/api/users/profile', () =>
      HttpResponse.json({ user: aUser({ firstSteps: true, ...changes }) }),
    ),
    http.get('*/api/notifications/stats', () =>
      HttpResponse.json({ stats: { total, today: total, thisWeek: total, perDay: [] } }),
    ),
  );
}

const menu = () => within(screen.getByRole('navigation', { name: 'Main' }));

test('with few matches, a new account sees what it can use and nothing else', async () => {
  signInWith(9);
  renderApp('/notifications?view=timeline');
  const card = within(await screen.findByRole('article'));
  expect(card.getByRole('button', { name: 'Why this alert?' })).toBeVisible();
  expect(card.getByRole('button', { name: 'Archive' })).toBeVisible();
  expect(screen.queryByRole('toolbar', { name: 'List' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Search' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Search or jump to/ })).toBeNull();
  const pages = menu().getAllByRole('link');
  expect(pages.map(({ textContent }) => textContent)).toEqual([
    ...['Dashboard', 'Keywords', expect.stringMatching(/^Notifications/) as string],
    ...['AI Insights', 'Subscription', 'Settings'],
  ]);
});

test('with ten, it sees everything', async () => {
  signInWith(10);
  renderApp('/notifications');
  expect(await screen.findByRole('toolbar', { name: 'List' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Search' })).toBeVisible();
  expect(menu().getByRole('link', { name: 'Coverage' })).toBeVisible();
});

test('matches of the last day that a first keyword adds do not end an account’s first hour', async () => {
  signInWith(200, { createdAt: new Date(Date.now() - 600_000).toISOString() });
  renderApp('/notifications?view=timeline');
  expect(await screen.findByRole('article')).toBeVisible();
  expect(screen.queryByRole('toolbar', { name: 'List' })).toBeNull();
  expect(menu().queryByRole('link', { name: 'Coverage' })).toBeNull();
});

test('a new account’s keywords can be edited, with further options in one place', async () => {
  signInWith(0);
  const { user } = renderApp('/keywords');
  await user.click(await screen.findByRole('button', { name: 'Edit rust' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(screen.queryByRole('button', { name: /^Hearing test/ })).toBeNull();
  expect(dialog.queryByRole('button', { name: 'Try it first' })).toBeNull();
  expect(dialog.getByText('Filters')).not.toBeVisible();
  await user.click(dialog.getByText('More options'));
  expect(dialog.getByText('Filters')).toBeVisible();
});
