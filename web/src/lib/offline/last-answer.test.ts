import type { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';

import { setNetwork } from '@/testing/network';

import { OfflineError } from '../http/api-error';
import { createQueryClient } from '../http/query-client';
import * as deviceStore from './device-store';
import { isKept } from './last-answer';

const device = new Map<string, { data: unknown; at: number }>();

const queryKey = ['notifications', 'stats'];
const MINUTES_AGO = Date.now() - 120_000;

let client: QueryClient;
let ask = vi.fn<() => Promise<string>>();
const query = () => client.query({ queryKey, queryFn: () => ask(), staleTime: 0 });
const state = () => client.getQueryState(queryKey);

beforeEach(() => {
  device.clear();
  vi.spyOn(deviceStore, 'keepAnswer').mockImplementation((hash, data, at) =>
    Promise.resolve(void device.set(hash, { data, at })),
  );
  vi.spyOn(deviceStore, 'keptAnswer').mockImplementation((hash) =>
    Promise.resolve(device.get(hash)),
  );
  client = createQueryClient();
  client.mount();
  ask = vi.fn(() => Promise.resolve('new'));
  Object.assign(window, {
    requestIdleCallback: (work: () => void) => {
      work();
    },
  });
  return () => {
    client.unmount();
    setNetwork(true);
  };
});

const hash = JSON.stringify(queryKey);

test('an answer is kept on the device', async () => {
  await query();
  await vi.waitFor(() => expect(device.get(hash)?.data).toBe('new'));
});

test('without a network the last answer is shown, with the time from which it is', async () => {
  device.set(hash, { data: 'old', at: MINUTES_AGO });
  setNetwork(false);
  expect(await query()).toBe('old');
  await vi.waitFor(() => expect(state()?.dataUpdatedAt).toBe(MINUTES_AGO));
  expect(state()).toMatchObject({ status: 'success', isInvalidated: true });
  expect(ask).not.toHaveBeenCalled();
});

test('what the page has itself stays as it is', async () => {
  await query();
  const { dataUpdatedAt } = state() ?? {};
  setNetwork(false);
  expect(await query()).toBe('new');
  await vi.waitFor(() => expect(state()?.dataUpdatedAt).toBe(dataUpdatedAt));
  expect(state()?.isInvalidated).toBe(false);
});

test('what the device has not loaded before fails at once', async () => {
  setNetwork(false);
  await expect(query()).rejects.toThrow(OfflineError);
  expect(ask).not.toHaveBeenCalled();
});

test('a call that never ends is given up when the network is lost', async () => {
  device.set(hash, { data: 'old', at: MINUTES_AGO });
  ask = vi.fn(() => new Promise<string>(() => undefined));
  const asked = query();
  setNetwork(false);
  expect(await asked).toBe('old');
});

test('a refusal is no reason to show an old answer', async () => {
  device.set(hash, { data: 'old', at: MINUTES_AGO });
  ask = vi.fn(() => Promise.reject(new TypeError('broken')));
  await expect(client.query({ queryKey, queryFn: () => ask(), retry: false })).rejects.toThrow(
    'broken',
  );
});

test.each([
  [['notifications', 'lists', 'grouped', { tab: 'unread' }], true],
  [['watches', 'list', { every: true }], true],
  [['mutes'], true],
  [['mutes', 'preview', { kind: 'word' }], false],
  [['channels', 'list'], false],
  [['channels', 'feeds'], false],
  [['endpoints', 'push'], false],
  [['sessions'], false],
  [['administration', 'users', ''], false],
  [['setup', 'key'], false],
  [['verify-email', 'token'], false],
  [['followed-feeds'], false],
])('%j is kept: %s', (key, expected) => expect(isKept(key)).toBe(expected));
