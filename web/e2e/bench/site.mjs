// The web app as built, with an API of fixed answers for a user whose recent items and keywords are
// given.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const dist = new URL('../../dist/', import.meta.url).pathname;
const plain = new URL('./plain/', import.meta.url).pathname;

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
};

/** The headers that isolate a page, which gives it clocks of 5 µs instead of 100 µs. */
const ISOLATED = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

export const user = {
  _id: 'user-1',
  firstName: 'Ada',
  lastName: 'Reader',
  email: 'ada@example.com',
  isEmailVerified: true,
  isPro: true,
  subscription: { plan: 'pro', status: 'active' },
  notificationPreferences: {
    emailNotifications: true,
    emailFrequency: 'realtime',
    quietHours: null,
    burstLimit: 20,
    snoozedUntil: null,
    mailProblem: null,
  },
  settings: { theme: 'light' },
  timeZone: 'UTC',
  createdAt: '2026-01-01T00:00:00Z',
};

/** The greatest number of keywords in one answer. */
const PAGE = 100;

const watch = (number) => ({
  _id: `watch-${number}`,
  keyword: `keyword ${number}`,
  mode: 'literal',
  subreddits: ['rust', 'programming', 'AskUK'].slice(0, 1 + (number % 3)),
  excludedSubreddits: [],
  excludedAuthors: [],
  isActive: number % 10 > 0,
  pausedAt: null,
  pausedPart: null,
  matchCount: number * 7,
  lastMatchAt: new Date(Date.now() - number * 3_600_000).toISOString(),
  tags: ['product', 'competitor'].slice(0, number % 3),
  notes: number % 4 === 0 ? 'Asked for by the people who answer.' : '',
  filters: {
    includePosts: true,
    includeComments: true,
    matchTitlesOnly: false,
    caseSensitive: false,
    wholeWordOnly: false,
  },
  notificationSettings: {
    browserNotification: true,
    emailNotification: false,
    frequency: 'realtime',
  },
  snoozedUntil: null,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
});

/** Returns a page of a user's `total` keywords, and the same page of their activity. */
function pageOf(total, searchParams) {
  const first = (Number(searchParams.get('page') ?? 1) - 1) * PAGE;
  const count = Math.max(0, Math.min(PAGE, total - first));
  return Array.from({ length: count }, (_, at) => watch(first + at + 1));
}

/** Returns the answer to each call; all others are not found. */
const answers = (items, total) => ({
  '/api/users/profile': { user },
  '/api/users/settings': user,
  '/api/keywords': (params) => ({
    watches: pageOf(total, params),
    ...{ total, active: total, limit: null },
  }),
  '/api/keywords/activity': (params) => ({
    days: Array.from({ length: 7 }, (_, day) => `2026-01-0${day + 1}`),
    maxCount: 500,
    watches: pageOf(total, params).map(({ _id }, at) => ({
      ...{ _id, counts: [at, 2, 5, 1, 0, 3, 4], proposalDueAt: null },
    })),
  }),
  '/api/keywords/near-misses': { watches: [] },
  '/api/keywords/coverage': { keywords: [] },
  '/api/items/recent': { items },
  '/api/notifications/unread/count': { count: 0 },
  '/api/status': {
    unreadableSites: [],
    quietWatches: [],
    busyWatches: [],
    pausedWatches: [],
    failingEndpoints: [],
    mail: null,
    forum: null,
  },
  '/api/deliveries/failed': { total: 0, replayable: 0, groups: [] },
});

/** Serves the app until `stop` is called. `/plain/` is the page without the product. */
export async function startSite(items, keywords = 0) {
  const known = answers(items, keywords);
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://site');
    if (pathname === '/api/live') return live(response);
    if (pathname.startsWith('/api/')) return answer(response, known[pathname], searchParams);
    void file(response, pathname);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

function answer(response, known, params) {
  const body = typeof known === 'function' ? known(params) : known;
  const status = body ? 200 : 404;
  response.writeHead(status, { ...ISOLATED, 'content-type': TYPES['.json'] });
  response.end(JSON.stringify(body ?? { code: 'NOT_FOUND', error: 'Not found' }));
}

function live(response) {
  response.writeHead(200, { ...ISOLATED, 'content-type': 'text/event-stream' });
  response.write('event: ready\ndata: {}\n\n');
}

/** Answers with a file, or with the app's page for an address of the app. */
async function file(response, pathname) {
  const path = pathname.startsWith('/plain/')
    ? join(plain, normalize(pathname.slice('/plain'.length)))
    : join(dist, normalize(pathname));
  const wanted = path.endsWith('/') ? `${path}index.html` : path;
  const name = extname(wanted) ? wanted : `${dist}index.html`;
  try {
    const body = await readFile(name);
    response.writeHead(200, { ...ISOLATED, 'content-type': TYPES[extname(name)] ?? '' });
    response.end(body);
  } catch {
    response.writeHead(404, ISOLATED);
    response.end();
  }
}
