import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Endpoint } from '@/api/types';
import { aUser } from '@/testing/fixtures';
import { PUBLIC_KEY, stubPushBrowser, unstubPushBrowser } from '@/testing/push-browser';
import { renderApp, signIn } from '@/testing/render-app';
import { refusal, server } from '@/testing/server';

import { keepDevice, readDevice } from './push-device';

const aDevice = (changes: Partial<Endpoint> = {}): Endpoint => ({
  _id: 'endpoint-1',
  channel: 'push',
  name: 'Firefox on Linux',
  shown: 'push.example',
  watchIds: null,
  reportsGaps: false,
  status: 'working',
  failingSince: null,
  lastError: null,
  lastSentAt: '2026-01-05T10:00:00Z',
  pausedAt: null,
  heldUntil: null,
  createdAt: '2026-01-05T10:00:00Z',
  ...changes,
});

let endpoints: Endpoint[] = [];
let added: unknown;

beforeEach(() => {
  endpoints = [];
  added = undefined;
  const listed = { ...aDevice(), _id: 'endpoint-new', name: 'this browser', lastSentAt: null };
  server.use(
    http.get('*/api/endpoints', () => HttpResponse.json({ endpoints })),
    http.get('*/api/push/key', () => HttpResponse.json({ publicKey: PUBLIC_KEY })),
    http.post('*/api/push/subscriptions', async ({ request }) => {
      added = await request.json();
      endpoints.push(listed);
      return HttpResponse.json(listed, { status: 201 });
    }),
    http.delete('*/api/endpoints/:id', ({ params }) => {
      endpoints = endpoints.filter(({ _id }) => _id !== params.id);
      return new HttpResponse(null, { status: 204 });
    }),
  );
});
afterEach(() => {
  keepDevice(null);
  unstubPushBrowser();
});

async function open({ isPro = true } = {}) {
  const changes = { isPro };
  server.use(http.get('*/api/users/profile', () => HttpResponse.json({ user: aUser(changes) })));
  signIn(changes);
  const { user } = renderApp('/settings');
  await screen.findByRole('heading', { name: 'Settings' });
  return user;
}
const panel = () => within(screen.getByRole('region', { name: 'Browser Alerts' }));
const turnOn = () => panel().findByRole('button', { name: 'Turn on' });
const here = { endpointId: 'endpoint-1', userId: 'user-1', address: 'https://push.example/1' };

test('the browser asks only after a click, and then becomes a device', async () => {
  const browser = stubPushBrowser();
  const user = await open();
  const button = await turnOn();
  expect(browser.requestPermission).not.toHaveBeenCalled();
  expect(browser.register).not.toHaveBeenCalled();

  await user.click(button);
  expect(await screen.findByText('This browser now gets alerts')).toBeVisible();
  expect(browser.register).toHaveBeenCalledExactlyOnceWith('/sw.js');
  expect(browser.subscribe).toHaveBeenCalledExactlyOnceWith({
    userVisibleOnly: true,
    applicationServerKey: PUBLIC_KEY,
  });
  expect(added).toEqual({
    endpoint: 'https://push.example/1',
    keys: { p256dh: 'p256dh', auth: 'auth' },
    name: expect.any(String) as string,
  });
  const row = await panel().findByRole('listitem');
  expect(row).toHaveTextContent('this browserThis device');
  expect(panel().getByText('On')).toBeVisible();
  expect(readDevice()).toEqual({
    endpointId: 'endpoint-new',
    userId: 'user-1',
    address: 'https://push.example/1',
  });
});

test('the Free plan leads to the plans, and the browser is not asked', async () => {
  const browser = stubPushBrowser();
  const user = await open({ isPro: false });
  await user.click(await turnOn());
  expect(await screen.findByRole('dialog', { name: 'Upgrade to Pro' })).toHaveTextContent(
    'Browser alerts are part of Pro.',
  );
  expect(browser.requestPermission).not.toHaveBeenCalled();
});

test('a plan that has ended meanwhile leads to the plans too', async () => {
  stubPushBrowser();
  server.use(
    http.post('*/api/push/subscriptions', () => refusal(403, 'PLAN_UPGRADE_REQUIRED', 'Pro only')),
  );
  const user = await open();
  await user.click(await turnOn());
  expect(await screen.findByRole('dialog', { name: 'Upgrade to Pro' })).toBeVisible();
});

test.each([
  ['Firefox/140.0', 'Clear the block next to “Send notifications”.'],
  ['Chrome/140.0 Safari/537.36', 'Set “Notifications” to “Allow”.'],
  ['(Linux; Android 15) Chrome/140.0 Mobile', 'Press the icon left of the address'],
  ['(iPhone; CPU iPhone OS 18_0) Version/18.0 Safari/604', 'turn on “Allow Notifications”'],
  ['(Macintosh) Version/18.0 Safari/605.1', 'Open Safari’s Settings, then Websites'],
  ['Something/1', 'Open the permissions of this site'],
])('blocked in %s: the way back is explained', async (userAgent, step) => {
  stubPushBrowser({ permission: 'denied' });
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  await open();
  const help = await panel().findByText(/Notifications are blocked for Harken/);
  expect(help.parentElement).toHaveTextContent(step);
});

test('a denied permission request is explained too', async () => {
  stubPushBrowser({ answer: 'denied' });
  const user = await open();
  await user.click(await turnOn());
  expect(await panel().findByText(/Notifications are blocked for Harken/)).toBeVisible();
  expect(panel().queryByRole('alert')).toBeNull();
});

test('a dismissed permission request can be repeated', async () => {
  stubPushBrowser({ answer: 'default' });
  const user = await open();
  await user.click(await turnOn());
  expect(await panel().findByRole('alert')).toHaveTextContent('choose “Allow”');
  expect(await turnOn()).toBeEnabled();
});

test.each([
  ['subscribe', 'The browser’s own push service did not answer.'],
  ['register', 'could not be started here'],
] as const)('when %s fails, the reason is shown', async (step, reason) => {
  const browser = stubPushBrowser();
  browser[step].mockRejectedValue(new DOMException('no', 'AbortError'));
  const user = await open();
  await user.click(await turnOn());
  expect(await panel().findByRole('alert')).toHaveTextContent(reason);
  expect(readDevice()).toBeNull();
});

test('a refusal of the server is shown in its words', async () => {
  stubPushBrowser();
  server.use(
    http.post('*/api/push/subscriptions', () => refusal(400, 'VALIDATION_FAILED', 'Not allowed')),
  );
  const user = await open();
  await user.click(await turnOn());
  expect(await panel().findByRole('alert')).toHaveTextContent('Not allowed');
});

test.each([
  ['an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)', true, /“Add to Home Screen”/],
  ['a page without https', 'Firefox/140.0', false, /only from sites that use https/],
  ['an old browser', 'Firefox/40.0', true, /This browser cannot get alerts/],
])('%s shows what is missing', async (_what, userAgent, secure, text) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  vi.stubGlobal('isSecureContext', secure);
  await open();
  expect(await panel().findByText(text)).toBeVisible();
  expect(panel().queryByRole('button', { name: 'Turn on' })).toBeNull();
});

test('a test shows the actual response of the push service', async () => {
  endpoints = [aDevice()];
  let answer: object = { ok: true, statusCode: 201, detail: 'Created', durationMs: 84 };
  server.use(http.post('*/api/endpoints/endpoint-1/test', () => HttpResponse.json(answer)));
  const user = await open();
  const send = await panel().findByRole('button', { name: 'Send test to Firefox on Linux' });
  await user.click(send);
  expect(
    await panel().findByText('The push service accepted it: answer 201 after 84 ms'),
  ).toBeVisible();
  expect(panel().getByText(/^If nothing shows up/)).toBeVisible();

  answer = { ok: false, statusCode: 410, detail: 'Gone', durationMs: 30 };
  await user.click(send);
  expect(await panel().findByRole('alert')).toHaveTextContent(
    'It did not arrive: answer 410 after 30 msGone',
  );
});

test.each<[string, Partial<Endpoint>, string]>([
  ['working', {}, 'Last alert: '],
  ['new', { status: 'new', lastSentAt: null }, 'No alert yet'],
  [
    'failing',
    { status: 'failing', failingSince: '2026-01-06T10:00:00Z', lastError: '503 Busy' },
    '503 Busy',
  ],
  ['paused', { status: 'paused', pausedAt: '2026-01-11T10:00:00Z' }, 'Paused'],
])('a device that is %s says so', async (_status, changes, text) => {
  endpoints = [aDevice(changes)];
  await open();
  expect(await panel().findByRole('listitem')).toHaveTextContent(text);
});

test('a paused device can be resumed', async () => {
  endpoints = [aDevice({ status: 'paused', pausedAt: '2026-01-11T10:00:00Z' })];
  server.use(
    http.put('*/api/endpoints/endpoint-1', async ({ request }) => {
      expect(await request.json()).toEqual({ paused: false });
      endpoints = [aDevice()];
      return HttpResponse.json(endpoints[0]);
    }),
  );
  const user = await open();
  await user.click(await panel().findByRole('button', { name: 'Resume Firefox on Linux' }));
  expect(await panel().findByRole('button', { name: /^Send test/ })).toBeVisible();
});

test('another device can be removed, and this browser remains one', async () => {
  const browser = stubPushBrowser({ permission: 'granted', address: here.address });
  keepDevice(here);
  endpoints = [aDevice(), aDevice({ _id: 'endpoint-2', name: 'Chrome on Android' })];
  const user = await open();
  await user.click(await panel().findByRole('button', { name: 'Remove Chrome on Android' }));
  expect(await screen.findByText('Chrome on Android gets no more alerts')).toBeVisible();
  expect(panel().getAllByRole('listitem')).toHaveLength(1);
  expect(browser.subscription).not.toBeNull();
});

test('this browser can be turned off: it unsubscribes and is no longer a device', async () => {
  const browser = stubPushBrowser({ permission: 'granted', address: here.address });
  keepDevice(here);
  endpoints = [aDevice()];
  const user = await open();
  await user.click(await panel().findByRole('button', { name: 'Turn off' }));
  await waitFor(() => expect(panel().queryByRole('listitem')).toBeNull());
  expect(browser.subscription).toBeNull();
  expect(readDevice()).toBeNull();
  expect(await turnOn()).toBeVisible();
});

test('signing out ends the alerts in this browser', async () => {
  const browser = stubPushBrowser({ permission: 'granted', address: here.address });
  keepDevice(here);
  endpoints = [aDevice(), aDevice({ _id: 'endpoint-2', name: 'Chrome on Android' })];
  const user = await open();
  await panel().findByText('This device');
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(browser.subscription).toBeNull());
  await waitFor(() => expect(endpoints.map(({ _id }) => _id)).toEqual(['endpoint-2']));
  expect(readDevice()).toBeNull();
});

test('devices that cannot be loaded say so', async () => {
  server.use(http.get('*/api/endpoints', () => refusal(500, 'INTERNAL', 'Oops')));
  await open();
  expect(await panel().findByText('We could not load your devices.')).toBeVisible();
});
