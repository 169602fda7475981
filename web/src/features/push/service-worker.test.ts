import { beforeEach, expect, test, vi } from 'vitest';

import source from '../../../public/sw.js?raw';

type Shown = { title: string; tag?: string; renotify?: boolean; body?: string; data?: unknown };
type Page = { focused: boolean; focus: () => void; postMessage: (message: unknown) => void };

const ORIGIN = 'https://harken.example';
const start = Date.parse('2026-01-01T12:00:00Z');

let handlers: Record<string, (event: object) => void>;
let shown: Shown[];
let pages: Page[];
let told: unknown[];
let posted: { url: string; init: RequestInit }[];
let answers: Response | null;
let now: number;
const openWindow = vi.fn();
const resubscribe = vi.fn();

const aPage = (focused = false): Page => ({
  focused,
  focus: vi.fn(),
  postMessage: (message) => void told.push(message),
});

/** Runs the worker's script, outside of any page, with the globals that a browser offers it. */
function startWorker() {
  const self = {
    location: { origin: ORIGIN },
    skipWaiting: vi.fn(),
    addEventListener: (type: string, handler: (event: object) => void) => {
      handlers[type] = handler;
    },
    registration: {
      pushManager: { subscribe: resubscribe },
      getNotifications: ({ tag }: { tag: string }) =>
        Promise.resolve(shown.filter((one) => one.tag === tag).slice(-1)),
      showNotification: (title: string, options: object) => {
        shown.push({ title, ...options });
        return Promise.resolve();
      },
    },
    clients: { matchAll: () => Promise.resolve(pages), openWindow },
  };
  const fetch = (url: string, init: RequestInit) => {
    posted.push({ url, init });
    return answers ? Promise.resolve(answers) : Promise.reject(new TypeError('offline'));
  };
  // oxlint-disable-next-line typescript/no-implied-eval
  const run = new Function('self', 'fetch', 'Date', source) as (...scope: unknown[]) => void;
  run(self, fetch, { now: () => now });
}

async function dispatch(type: string, event: object) {
  const work: Promise<unknown>[] = [];
  handlers[type]?.({ ...event, waitUntil: (promise: Promise<unknown>) => work.push(promise) });
  await Promise.all(work);
}
const push = (message: object | string) =>
  dispatch('push', {
    data: {
      json: () => (typeof message === 'string' ? (JSON.parse(message) as unknown) : message),
    },
  });
const click = (action = '') => {
  const notification = { ...shown.at(-1), close: vi.fn() };
  return dispatch('notificationclick', { notification, action }).then(() => notification);
};

const alert = {
  title: 'rust in r/programming',
  body: 'A year of Rust',
  url: 'https://forum.example/p/1',
  tag: 'watch-1',
  readUrl: `${ORIGIN}/alerts/read-token`,
  actions: [{ action: 'mute', title: 'Mute author', url: `${ORIGIN}/alerts/mute-token` }],
};

beforeEach(() => {
  handlers = {};
  shown = [];
  pages = [];
  told = [];
  posted = [];
  answers = new Response(null, { status: 204 });
  now = start;
  openWindow.mockReset();
  resubscribe.mockReset().mockResolvedValue({});
  startWorker();
});

test('a push shows its title, text and actions, under the tag of its keyword', async () => {
  await push(alert);
  expect(shown).toEqual([
    expect.objectContaining({
      title: 'rust in r/programming',
      body: 'A year of Rust',
      tag: 'watch-1',
      renotify: true,
      icon: '/icon-192.png',
      badge: '/badge-96.png',
      actions: [{ action: 'mute', title: 'Mute author' }],
    }),
  ]);
});

test('a burst of one keyword makes a sound at most every two minutes', async () => {
  for (const seconds of [0, 60, 119, 121, 180]) {
    now = start + seconds * 1_000;
    await push(alert);
  }
  expect(shown.map(({ renotify }) => renotify)).toEqual([true, false, false, true, false]);
});

test('two notifications at the same time make one sound', async () => {
  await Promise.all([push(alert), push(alert)]);
  expect(shown.map(({ renotify }) => renotify)).toEqual([true, false]);
});

test.each(['{"title":', '{}', 'null'])('%s shows a notification all the same', async (text) => {
  await push(text);
  await dispatch('push', { data: null });
  expect(shown.map(({ title }) => title)).toEqual(['Harken', 'Harken']);
  // Browsers reject `renotify` without a tag.
  expect(shown[0]?.renotify).toBe(false);
});

test('a click opens the post, and marks the alert as read without any session', async () => {
  pages = [aPage()];
  await push(alert);
  const notification = await click();
  expect(notification.close).toHaveBeenCalled();
  expect(openWindow).toHaveBeenCalledExactlyOnceWith('https://forum.example/p/1');
  expect(posted).toEqual([
    {
      url: `${ORIGIN}/alerts/read-token`,
      init: { method: 'POST', credentials: 'omit', keepalive: true },
    },
  ]);
  expect(told).toEqual([{ type: 'notifications-changed' }]);
});

test('the post opens although the server is out of reach', async () => {
  answers = null;
  await push(alert);
  await click();
  expect(openWindow).toHaveBeenCalledOnce();
});

test('a page of Harken opens in an existing tab, the one in front first', async () => {
  pages = [aPage(), aPage(true)];
  await push({ ...alert, url: '/notifications?open=1', readUrl: undefined });
  await click();
  expect(pages[0]?.focus).not.toHaveBeenCalled();
  expect(pages[1]?.focus).toHaveBeenCalled();
  expect(openWindow).not.toHaveBeenCalled();
  expect(told[0]).toEqual({ type: 'open', path: '/notifications?open=1' });
});

test('a page of Harken opens in a new tab if there is none', async () => {
  await push({ ...alert, url: '/notifications' });
  await click();
  expect(openWindow).toHaveBeenCalledExactlyOnceWith(`${ORIGIN}/notifications`);
});

test('an address that is not a web page is not opened', async () => {
  await push({ ...alert, url: 'javascript:alert(1)' });
  await click();
  expect(openWindow).not.toHaveBeenCalled();
});

test('an action is posted to its signed address and opens nothing', async () => {
  await push(alert);
  await click('mute');
  expect(posted.map(({ url }) => url)).toEqual([`${ORIGIN}/alerts/mute-token`]);
  expect(openWindow).not.toHaveBeenCalled();
  expect(shown).toHaveLength(1);
});

test.each([
  ['refuses', new Response(null, { status: 410 })],
  ['cannot be reached', null],
])('an action that the server %s says so', async (_what, answer) => {
  answers = answer;
  await push(alert);
  await click('mute');
  expect(shown.at(-1)?.title).toBe('That did not work');
});

test('a subscription that the browser drops is renewed, and an open page is informed', async () => {
  pages = [aPage()];
  const options = { userVisibleOnly: true, applicationServerKey: new ArrayBuffer(65) };
  await dispatch('pushsubscriptionchange', { oldSubscription: { options }, newSubscription: null });
  expect(resubscribe).toHaveBeenCalledExactlyOnceWith(options);
  expect(told).toEqual([{ type: 'subscription-changed' }]);
  expect(shown).toEqual([]);
});

test('without an open page the user is asked for a visit, since alerts would end silently', async () => {
  resubscribe.mockRejectedValue(new Error('no push service'));
  await dispatch('pushsubscriptionchange', { oldSubscription: { options: {} } });
  expect(shown[0]?.title).toBe('Open Harken to keep your alerts');
  await click();
  expect(openWindow).toHaveBeenCalledExactlyOnceWith(`${ORIGIN}/settings#push`);
});
