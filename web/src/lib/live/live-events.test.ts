import type { EventSourceMessage } from 'eventsource-parser';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { type LiveStatus, openLive } from './live-events';

/** One call of the client, answered by hand. */
type Call = { request: Request; send: (text: string) => Promise<void>; end: () => Promise<void> };

let calls: Call[] = [];
let refuse = false;
let events: EventSourceMessage[] = [];
let statuses: LiveStatus[] = [];
let close: () => void = () => undefined;

const settle = async () => {
  await vi.advanceTimersByTimeAsync(0);
};

function fetch(request: Request): Promise<Response> {
  const encoder = new TextEncoder();
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => void (stream = controller),
  });
  calls.push({
    request,
    send: (text) => {
      stream?.enqueue(encoder.encode(text));
      return settle();
    },
    end: () => {
      stream?.close();
      return settle();
    },
  });
  if (refuse) return Promise.reject(new TypeError('Failed to fetch'));
  return Promise.resolve(
    new Response(body, { headers: { 'Content-Type': 'text/event-stream; charset=utf-8' } }),
  );
}

function call(index: number): Call {
  const found = calls[index];
  if (!found) throw new Error(`There was no call ${index}, but ${calls.length} calls`);
  return found;
}

async function open() {
  close = openLive({
    fetch,
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
  calls = [];
  events = [];
  statuses = [];
  refuse = false;
});
afterEach(() => {
  close();
  vi.useRealTimers();
});

test('events are handed on whole, however the bytes arrive', async () => {
  await open();
  await call(0).send('event: ready\ndata: {}\n\n: heartbeat\n\nid: 7\nevent: notif');
  await call(0).send('ication\ndata: {"_id":"a"}\n\n');
  expect(events).toEqual([
    { event: 'ready', data: '{}', id: undefined },
    { event: 'notification', data: '{"_id":"a"}', id: '7' },
  ]);
  expect(statuses).toEqual(['connecting', 'live']);
});

test('a lost stream is resumed from the last event that was seen', async () => {
  await open();
  expect(call(0).request.headers.get('Last-Event-ID')).toBeNull();
  await call(0).send('id: 41\nevent: notification\ndata: {}\n\nid: 42\ndata: {}\n\n');
  await call(0).end();
  expect(statuses.at(-1)).toBe('connecting');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(call(1).request.headers.get('Last-Event-ID')).toBe('42');
  expect(statuses.at(-1)).toBe('live');
});

test('failed tries wait twice as long each time, up to half a minute', async () => {
  refuse = true;
  await open();
  const waits: number[] = [];
  for (let tries = calls.length; tries < 8; tries = calls.length) {
    let waited = 0;
    while (calls.length === tries) {
      await vi.advanceTimersByTimeAsync(1_000);
      waited += 1_000;
    }
    waits.push(waited);
  }
  expect(waits).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
});

test('a stream that has fallen silent is opened again, one with heartbeats is not', async () => {
  await open();
  await vi.advanceTimersByTimeAsync(30_000);
  await call(0).send(': heartbeat\n\n');
  await vi.advanceTimersByTimeAsync(30_000);
  expect(calls).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(11_000);
  expect(calls).toHaveLength(2);
});

test('nothing is tried without a network, and at once when it is back', async () => {
  await open();
  await goOnline(false);
  expect(statuses.at(-1)).toBe('offline');
  await vi.advanceTimersByTimeAsync(120_000);
  expect(calls).toHaveLength(1);
  await goOnline(true);
  expect(calls).toHaveLength(2);
  expect(statuses.at(-1)).toBe('live');
});

test('closing ends the stream for good', async () => {
  await open();
  close();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(call(0).request.signal.aborted).toBe(true);
  expect(calls).toHaveLength(1);
});
