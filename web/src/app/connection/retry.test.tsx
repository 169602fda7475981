import { act, screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { setNetwork } from '@/testing/network';
import { serveNotifications } from '@/testing/notification-server';
import { renderApp, signIn } from '@/testing/render-app';
import { liveStream, server } from '@/testing/server';

// Imported here so that compiling the page does not count against the first test.
import '../dashboard/dashboard-page';
import '@/features/mutes/components/mutes-page';
import '@/features/notifications/list/notifications-page';

const stream = () => {
  const live = liveStream();
  server.use(http.get('*/api/live', () => live.response, { once: true }));
  return live;
};
const failing = () => server.use(http.get('*/api/mutes', () => HttpResponse.error()));
const answering = () => server.use(http.get('*/api/mutes', () => HttpResponse.json({ mutes: [] })));
const failed = () => screen.findByText(/could not load/);
const loaded = () => screen.findByText(/Nothing is muted/);

beforeEach(() => {
  signIn();
  serveNotifications([]);
});
afterEach(() => {
  setNetwork(true);
  vi.restoreAllMocks();
});

test('a list that failed is requested again when the network is back', async () => {
  stream();
  failing();
  renderApp('/mutes');
  await failed();
  setNetwork(false);
  answering();
  setNetwork(true);
  expect(await loaded()).toBeVisible();
});

test('a list that failed is requested again when the server is back', async () => {
  const live = stream();
  failing();
  renderApp('/mutes');
  await failed();
  answering();
  act(() => live.send('ready', {}));
  expect(await loaded()).toBeVisible();
});

test('without a network the screens show what they had', async () => {
  stream();
  const { user } = renderApp('/notifications');
  await screen.findByText('No notifications found');
  await user.click(screen.getByRole('link', { name: 'Dashboard' }));
  await screen.findByRole('heading', { name: /Welcome/ });
  setNetwork(false);
  server.use(http.get('*/api/notifications/grouped', () => HttpResponse.error()));
  await user.click(screen.getByRole('link', { name: /^Notifications/ }));
  expect(await screen.findByText('No notifications found')).toBeVisible();
  expect(screen.queryByText(/Error loading/)).toBeNull();
  expect(await screen.findByText(/^Offline\. Shown as of \d\d:\d\d\.$/)).toBeVisible();
});

test('a screen that was not loaded before says that it needs the network', async () => {
  stream();
  const { user } = renderApp('/notifications');
  await screen.findByText('No notifications found');
  setNetwork(false);
  await user.click(screen.getByRole('link', { name: 'Muted' }));
  expect(await screen.findByText('Loading your mutes needs the network.')).toBeVisible();
  answering();
  setNetwork(true);
  expect(await loaded()).toBeVisible();
});

test('a change that does not wait says that the page is offline', async () => {
  stream();
  const { user } = renderApp('/notifications');
  await screen.findByText('No notifications found');
  setNetwork(false);
  server.use(http.post('*/api/notifications/read', () => HttpResponse.error()));
  await user.click(screen.getByRole('button', { name: 'Mark all as read' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await user.click(dialog.getByRole('button', { name: 'Mark all as read' }));
  expect(
    await screen.findByText('You are offline. Please try again once you are back online.'),
  ).toBeVisible();
});
