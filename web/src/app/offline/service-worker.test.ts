import { beforeEach, expect, test, vi } from 'vitest';

import source from '../../../public/sw.js?raw';

const ORIGIN = 'https://harken.example';
const FILES = ['/assets/first-1.js', '/assets/page-1.js', '/theme.js'];
const HTML = '<script src="/assets/first-1.js"></script>';

type Answer = Response | undefined;
type Handler = (event: object) => void;

let handlers: Record<string, Handler>;
/** What the server answers, by path; an absent path cannot be reached. */
let served: Record<string, () => Response>;
let asked: string[];
let stores: Map<string, Map<string, Response>>;

const pathOf = (request: Request | string) =>
  new URL(typeof request === 'string' ? request : request.url, ORIGIN).pathname;

/** A cache as far as the worker uses it. */
const cacheOf = (name: string) => {
  const store = stores.get(name) ?? new Map<string, Response>();
  stores.set(name, store);
  return {
    match: (request: Request | string) => Promise.resolve(store.get(pathOf(request))?.clone()),
    put: (request: string, response: Response) =>
      Promise.resolve(void store.set(pathOf(request), response)),
    add: async (request: Request) => {
      const response = await load(request);
      if (!response.ok) throw new TypeError('not found');
      store.set(pathOf(request), response);
    },
    keys: () => Promise.resolve([...store.keys()].map((path) => ({ url: ORIGIN + path }))),
  };
};
const caches = {
  open: (name: string) => Promise.resolve(cacheOf(name)),
  keys: () => Promise.resolve([...stores.keys()]),
  delete: (name: string) => Promise.resolve(stores.delete(name)),
  match: (request: Request | string) => {
    const found = [...stores.values()].find((store) => store.has(pathOf(request)));
    return Promise.resolve(found?.get(pathOf(request))?.clone());
  },
};
const load = (request: Request | string) => {
  const path = pathOf(request);
  asked.push(path);
  const answer = served[path];
  return answer ? Promise.resolve(answer()) : Promise.reject(new TypeError('offline'));
};

/** Runs the worker of a build. */
function startWorker(build: string, files = FILES) {
  const self = {
    location: { origin: ORIGIN },
    addEventListener: (type: string, handler: Handler) => {
      handlers[type] = handler;
    },
  };
  const built = source
    .replace('const FILES = [];', `const FILES = ${JSON.stringify(files)};`)
    .replace("const BUILD = '';", `const BUILD = '${build}';`);
  class Asked extends Request {
    constructor(path: string, init: RequestInit) {
      super(new URL(path, ORIGIN), init);
    }
  }
  // oxlint-disable-next-line typescript/no-implied-eval
  const run = new Function('self', 'fetch', 'caches', 'Request', built) as (
    ...scope: unknown[]
  ) => void;
  run(self, load, caches, Asked);
}

/** Returns the worker's answer; undefined if it leaves the request to the browser. */
async function request(path: string, { mode = 'navigate', method = 'GET' } = {}): Promise<Answer> {
  let answer: Promise<Answer> = Promise.resolve(undefined);
  handlers.fetch?.({
    request: { url: ORIGIN + path, mode, method },
    preloadResponse: Promise.resolve(undefined),
    waitUntil: vi.fn(),
    respondWith: (given: Promise<Answer>) => {
      answer = given;
    },
  });
  return answer;
}
async function keepApp() {
  let work: unknown;
  handlers.message?.({
    data: { type: 'keep-app' },
    waitUntil: (given: unknown) => {
      work = given;
    },
  });
  await work;
}
const text = (body: string) => () => new Response(body);
const serve = (build: string) => {
  served = {
    '/dashboard': text(HTML.replace('-1', `-${build}`)),
    '/theme.js': text('theme'),
    [`/assets/first-${build}.js`]: text(`first ${build}`),
    [`/assets/page-${build}.js`]: text(`page ${build}`),
  };
};

beforeEach(() => {
  handlers = {};
  asked = [];
  stores = new Map();
  serve('1');
  startWorker('1');
});

test('every page of the app opens without a network, with all its files', async () => {
  await keepApp();
  served = {};
  for (const path of ['/', '/notifications?view=timeline', '/coverage/bsky.app', '/nowhere']) {
    expect(await (await request(path))?.text(), path).toBe(HTML);
  }
  for (const path of FILES) {
    expect((await request(path, { mode: 'cors' }))?.status, path).toBe(200);
  }
});

test('with a network the page is the newest, and files are not requested again', async () => {
  await keepApp();
  served['/login'] = text('new');
  asked = [];
  expect(await (await request('/login'))?.text()).toBe('new');
  await request('/assets/page-1.js', { mode: 'no-cors' });
  expect(asked).toEqual(['/login']);
});

test('a failing server is no reason to show an error page of its proxy', async () => {
  await keepApp();
  served['/login'] = () => new Response('Bad gateway', { status: 502 });
  expect(await (await request('/login'))?.text()).toBe(HTML);
});

test('a server that does not answer is waited for only for a while', async () => {
  await keepApp();
  vi.useFakeTimers();
  served['/login'] = () => new Promise(() => undefined) as unknown as Response;
  const answer = request('/login');
  await vi.advanceTimersByTimeAsync(4_000);
  vi.useRealTimers();
  expect(await (await answer)?.text()).toBe(HTML);
});

test.each([
  ['/api/notifications', { mode: 'cors' }],
  ['/api/alerts/token', { mode: 'navigate' }],
  ['/demo/mail', { mode: 'navigate' }],
  ['/robots.txt', { mode: 'navigate' }],
  ['/dashboard', { mode: 'navigate', method: 'POST' }],
])('%s %j is left to the browser', async (path, options) => {
  await keepApp();
  expect(await request(path, options)).toBeUndefined();
});

test('the page is kept only together with all its files', async () => {
  delete served['/assets/page-1.js'];
  await keepApp();
  expect(await caches.match('/index.html')).toBeUndefined();
  serve('1');
  asked = [];
  await keepApp();
  expect(asked).toEqual(['/assets/page-1.js', '/theme.js', '/dashboard']);
  expect(await caches.match('/index.html')).toBeDefined();
});

test('the page of another build is not kept', async () => {
  served['/dashboard'] = text(HTML.replace('-1', '-2'));
  await keepApp();
  expect(await caches.match('/index.html')).toBeUndefined();
});

test('a new build replaces the one before the last, whose files open pages may still need', async () => {
  await keepApp();
  for (const build of ['2', '3']) {
    serve(build);
    startWorker(build, [`/assets/first-${build}.js`, `/assets/page-${build}.js`]);
    await keepApp();
  }
  served = {};
  expect([...stores.keys()]).toEqual(['app-2', 'app-3']);
  expect(await (await request('/'))?.text()).toContain('first-3.js');
  expect(await (await request('/assets/page-2.js', { mode: 'cors' }))?.text()).toBe('page 2');
});
