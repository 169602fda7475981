import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { liveCalls, settle } from '@/testing/live-calls';
import { stubTabs } from '@/testing/tabs';

import { openLive } from './live-events';
import type { LiveStatus } from './live-status';

let server = liveCalls();
let restore: () => void;
type Tab = { heard: string[]; statuses: LiveStatus[]; close: () => void };
let tabs: Tab[] = [];

/** Opens a tab of the user and collects the events that it receives. */
function tab(userId = 'ada'): Tab {
  const heard: string[] = [];
  const statuses: LiveStatus[] = [];
  const close = openLive({
    userId,
    fetch: server.fetch,
    random: () => 1,
    onEvent: ({ event, id }) => heard.push(`${event} ${id}`),
    onStatus: (status) => statuses.push(status),
  });
  const opened = { heard, statuses, close };
  tabs.push(opened);
  return opened;
}

const ready = (id: number) => `id: ${id}\nevent: ready\ndata: {}\n\n`;
const news = (id: number) => `id: ${id}\nevent: notification\ndata: {}\n\n`;

beforeEach(() => {
  vi.useFakeTimers();
  server = liveCalls();
  restore = stubTabs();
  tabs = [];
});
afterEach(() => {
  for (const { close } of tabs) close();
  restore();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('twelve tabs share one stream, and each receives every event once', async () => {
  const twelve = Array.from({ length: 12 }, () => tab());
  await settle();
  expect(server.calls).toHaveLength(1);
  await server.call(0).send(ready(4) + news(5) + news(6));
  for (const { heard, statuses } of twelve) {
    expect(heard).toEqual(['ready 4', 'notification 5', 'notification 6']);
    expect(statuses.at(-1)).toBe('live');
  }
});

test('a tab that opens later is live at once and continues from there', async () => {
  const first = tab();
  await settle();
  await server.call(0).send(ready(4) + news(5));
  const later = tab();
  await settle();
  expect(later.statuses).toEqual(['connecting', 'live']);
  expect(later.heard).toEqual(['ready 5']);
  first.close();
  await settle();
  expect(server.call(1).request.headers.get('Last-Event-ID')).toBe('5');
});

test('when the tab with the stream closes, the next continues and nothing is lost or doubled', async () => {
  const [first, second, third] = [tab(), tab(), tab()];
  await settle();
  await server.call(0).send(ready(4) + news(5));
  first.close();
  await settle();
  expect(server.call(0).request.signal.aborted).toBe(true);
  expect(server.open()).toHaveLength(1);
  expect(server.call(1).request.headers.get('Last-Event-ID')).toBe('5');
  await server.call(1).send(ready(5) + news(5) + news(6));
  for (const { heard } of [second, third]) {
    expect(heard).toEqual(['ready 4', 'notification 5', 'ready 5', 'notification 6']);
  }
  expect(first.heard).toEqual(['ready 4', 'notification 5']);
});

test('a restored database is followed from where it is', async () => {
  const [first, second] = [tab(), tab()];
  await settle();
  await server.call(0).send(ready(9));
  await server.call(0).end();
  await vi.advanceTimersByTimeAsync(1_000);
  await server.call(1).send(ready(3) + news(4));
  for (const { heard } of [first, second])
    expect(heard).toEqual(['ready 9', 'ready 3', 'notification 4']);
});

test('without any tab there is no stream', async () => {
  const both = [tab(), tab()];
  await settle();
  for (const { close } of both) close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.open()).toHaveLength(0);
});

test('users do not share a stream', async () => {
  const [ada, eve] = [tab('ada'), tab('eve')];
  // The mocked lock ignores names, so only the events that are passed on matter.
  await settle();
  await server.call(0).send(ready(4) + news(5));
  expect(ada.heard).toHaveLength(2);
  expect(eve.heard).toEqual([]);
});

test('a sleeping tab with the stream is skipped, and waits for its turn when it wakes', async () => {
  // A tab that holds the lock and sends nothing.
  const asleep = navigator.locks.request('harken-live-ada', {}, () => new Promise(() => undefined));
  const passedOver = expect(asleep).rejects.toThrow(/taken/);
  const awake = tab();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(server.calls).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(2_000);
  await passedOver;
  await server.call(0).send(ready(4));
  expect(awake.statuses.at(-1)).toBe('live');
});

test('tabs in the background leave a sleeping one alone', async () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  void navigator.locks.request('harken-live-ada', {}, () => new Promise(() => undefined));
  tab();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(server.calls).toHaveLength(0);
});

test('a tab whose lock is stolen closes its stream and listens to the other', async () => {
  const first = tab();
  await settle();
  await server.call(0).send(ready(4));
  let free: (() => void) | undefined;
  void navigator.locks.request(
    'harken-live-ada',
    { steal: true },
    () => new Promise<void>((resolve) => void (free = resolve)),
  );
  await settle();
  expect(server.open()).toHaveLength(0);
  free?.();
  await settle();
  expect(server.open()).toHaveLength(1);
  await server.call(1).send(ready(4) + news(5));
  expect(first.heard).toEqual(['ready 4', 'ready 4', 'notification 5']);
});

test.each(['locks', 'channels'])('without %s each tab has a stream of its own', async (missing) => {
  restore();
  if (missing === 'channels') {
    Object.defineProperty(navigator, 'locks', { value: {}, configurable: true });
    Reflect.deleteProperty(window, 'BroadcastChannel');
  }
  tab();
  tab();
  await settle();
  expect(server.calls).toHaveLength(2);
  await server.call(1).send(ready(4) + news(5));
  expect(tabs[1]?.heard).toEqual(['ready 4', 'notification 5']);
});
