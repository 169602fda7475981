import type { EventSourceMessage } from 'eventsource-parser';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { liveCalls, settle } from '@/testing/live-calls';

import { openLive } from './live-events';
import type { LiveStatus } from './live-status';

let server = liveCalls();
let events: EventSourceMessage[] = [];
let statuses: LiveStatus[] = [];
let close: () => void = () => undefined;

async function open() {
  close = openLive({
    userId: 'ada',
    fetch: server.fetch,
    random: () => 1,
    onEvent: (event) => events.push(event),
    onStatus: (status) => statuses.push(status),
  });
  await settle();
}

const goOnline = (onLine: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine);
  window.dispatchEvent(new Event(onLine ? 'online' : 'offline'));
  return settle();
};

beforeEach(() => {
  vi.useFakeTimers();
  server = liveCalls();
  events = [];
  statuses = [];
});
afterEach(() => {
  close();
  vi.useRealTimers();
});

test('events are handed on whole, however the bytes arrive', async () => {
  await open();
  await server.call(0).send('event: ready\ndata: {}\n\n: heartbeat\n\nid: 7\nevent: notif');
  await server.call(0).send('ication\ndata: {"_id":"a"}\n\n');
  expect(events).toEqual([
    { event: 'ready', data: '{}', id: undefined },
    { event: 'notification', data: '{"_id":"a"}', id: '7' },
  ]);
  expect(statuses).toEqual(['connecting', 'live']);
});

test('a lost stream is resumed from the last event seen', async () => {
  await open();
  expect(server.call(0).request.headers.get('Last-Event-ID')).toBeNull();
  await server.call(0).send('id: 41\nevent: notification\ndata: {}\n\nid: 42\ndata: {}\n\n');
  await server.call(0).end();
  expect(statuses.at(-1)).toBe('connecting');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(server.call(1).request.headers.get('Last-Event-ID')).toBe('42');
  expect(statuses.at(-1)).toBe('live');
});

test('each failed attempt doubles the wait, up to half a minute', async () => {
  server.refuses = true;
  await open();
  const waits: number[] = [];
  for (let tries = server.calls.length; tries < 8; tries = server.calls.length) {
    let waited = 0;
    while (server.calls.length === tries) {
      await vi.advanceTimersByTimeAsync(1_000);
      waited += 1_000;
    }
    waits.push(waited);
  }
  expect(waits).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
});

test('a silent stream is reopened, one with heartbeats is not', async () => {
  await open();
  await vi.advanceTimersByTimeAsync(30_000);
  await server.call(0).send(': heartbeat\n\n');
  await vi.advanceTimersByTimeAsync(30_000);
  expect(server.calls).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(11_000);
  expect(server.calls).toHaveLength(2);
});

test('nothing is attempted without a network, and a stream is opened at once when it is back', async () => {
  await open();
  await goOnline(false);
  expect(statuses.at(-1)).toBe('offline');
  await vi.advanceTimersByTimeAsync(120_000);
  expect(server.calls).toHaveLength(1);
  await goOnline(true);
  expect(server.calls).toHaveLength(2);
  expect(statuses.at(-1)).toBe('live');
});

test('closing ends the stream for good', async () => {
  await open();
  close();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(server.call(0).request.signal.aborted).toBe(true);
  expect(server.calls).toHaveLength(1);
});
