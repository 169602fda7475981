import { act, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

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

const setOnline = (online: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  act(() => void window.dispatchEvent(new Event(online ? 'online' : 'offline')));
};

beforeEach(() => {
  signIn();
  serveNotifications([]);
});
afterEach(() => {
  setOnline(true);
  vi.restoreAllMocks();
});

test('a list that failed is requested again when the network is back', async () => {
  stream();
  failing();
  renderApp('/mutes');
  await failed();
  setOnline(false);
  answering();
  setOnline(true);
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
  setOnline(false);
  server.use(http.get('*/api/notifications/grouped', () => HttpResponse.error()));
  await user.click(screen.getByRole('link', { name: /^Notifications/ }));
  expect(await screen.findByText('No notifications found')).toBeVisible();
  expect(screen.queryByText(/Error loading/)).toBeNull();
});
