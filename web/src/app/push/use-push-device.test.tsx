import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, expect, test } from 'vitest';

import { keepDevice, readDevice } from '@/features/push/push-device';
import { aUser } from '@/testing/fixtures';
import { PUBLIC_KEY, stubPushBrowser, unstubPushBrowser } from '@/testing/push-browser';
import { address, renderApp, signIn } from '@/testing/render-app';
import { server } from '@/testing/server';

import '../dashboard/dashboard-page';

const here = { endpointId: 'endpoint-1', userId: 'user-1', address: 'https://push.example/old' };

afterEach(() => {
  keepDevice(null);
  unstubPushBrowser();
});

function serveDevices(ids: string[]) {
  const gone: unknown[] = [];
  server.use(
    http.get('*/api/push/key', () => HttpResponse.json({ publicKey: PUBLIC_KEY })),
    http.get('*/api/endpoints', () =>
      HttpResponse.json({ endpoints: ids.map((_id) => ({ _id, channel: 'push' })) }),
    ),
    http.post('*/api/push/subscriptions', () => {
      ids.push('endpoint-2');
      return HttpResponse.json({ _id: 'endpoint-2' }, { status: 201 });
    }),
    http.delete('*/api/endpoints/:id', ({ params }) => {
      gone.push(params.id);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return gone;
}
const open = async () => {
  signIn();
  renderApp('/dashboard');
  await screen.findByRole('heading', { name: 'Welcome back, Mara!' });
};

test('a browser that is not a device is left alone', async () => {
  const browser = stubPushBrowser({ permission: 'granted' });
  await open();
  expect(browser.register).not.toHaveBeenCalled();
  expect(browser.requestPermission).not.toHaveBeenCalled();
});

test('a browser whose address has changed is registered again', async () => {
  stubPushBrowser({ permission: 'granted', address: 'https://push.example/new' });
  keepDevice(here);
  const gone = serveDevices(['endpoint-1']);
  await open();
  await waitFor(() => expect(gone).toEqual(['endpoint-1']));
  expect(readDevice()).toEqual({
    endpointId: 'endpoint-2',
    userId: 'user-1',
    address: 'https://push.example/new',
  });
});

test('a browser that was removed elsewhere unsubscribes', async () => {
  const browser = stubPushBrowser({ permission: 'granted', address: here.address });
  keepDevice(here);
  serveDevices([]);
  await open();
  await waitFor(() => expect(browser.subscription).toBeNull());
  expect(readDevice()).toBeNull();
});

test('a new address reported by the service worker is sent to the server at once', async () => {
  const browser = stubPushBrowser({ permission: 'granted', address: here.address });
  keepDevice(here);
  const gone = serveDevices(['endpoint-1']);
  await open();
  browser.forget();
  browser.tell({ type: 'subscription-changed' });
  await waitFor(() => expect(gone).toEqual(['endpoint-1']));
  expect(readDevice()?.endpointId).toBe('endpoint-2');
});

test('an action on an alert shows at once, and its page is opened', async () => {
  const browser = stubPushBrowser({ permission: 'granted' });
  let count = 1;
  server.use(http.get('*/api/notifications/unread/count', () => HttpResponse.json({ count })));
  await open();
  await screen.findAllByText('1 unread');
  count = 0;
  browser.tell({ type: 'notifications-changed' });
  await waitFor(() => expect(screen.queryAllByText('1 unread')).toEqual([]));
  browser.tell({ type: 'open', path: '/settings' });
  await waitFor(() => expect(address()).toBe('/settings'));
});

test('a Pro user with alerts is offered them in the browser, until they decline', async () => {
  const browser = stubPushBrowser();
  const profile = aUser({ isPro: true });
  server.use(
    http.get('*/api/users/profile', () => HttpResponse.json({ user: profile })),
    http.get('*/api/notifications/stats', () =>
      HttpResponse.json({ stats: { total: 1, today: 1, thisWeek: 1, perDay: [] } }),
    ),
  );
  signIn({ isPro: true });
  const { user } = renderApp('/dashboard');
  const link = await screen.findByRole('link', { name: 'Set it up' });
  expect(link).toHaveAttribute('href', '/settings#push');
  await user.click(screen.getByRole('button', { name: 'No, thanks: browser alerts' }));
  expect(link).not.toBeInTheDocument();
  expect(screen.getByRole('main')).toHaveFocus();
  expect(localStorage.getItem('pushOffer')).toBe('declined');
  expect(browser.requestPermission).not.toHaveBeenCalled();
});

test.each([
  ['without an alert so far', 0, true],
  ['on the Free plan', 3, false],
])('nothing is offered %s', async (_what, total, isPro) => {
  stubPushBrowser();
  const profile = aUser({ isPro });
  server.use(
    http.get('*/api/users/profile', () => HttpResponse.json({ user: profile })),
    http.get('*/api/notifications/stats', () =>
      HttpResponse.json({ stats: { total, today: 0, thisWeek: 0, perDay: [] } }),
    ),
  );
  signIn({ isPro });
  renderApp('/dashboard');
  const label = await screen.findByText('Total Notifications');
  await waitFor(() => expect(label.parentElement).toHaveTextContent(String(total)));
  expect(screen.queryByRole('link', { name: 'Set it up' })).toBeNull();
});
