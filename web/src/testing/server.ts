import { http, HttpResponse, type JsonBodyType } from 'msw';
import { setupServer } from 'msw/node';

import { aCoverage, aPlanEstimate } from './coverage';
import { aStatus, aUser } from './fixtures';
import { aPreview } from './preview';

const noAddresses = { rss: '', atom: '', json: '' };

/** A call, for a function that answers it. */
type Call = {
  request: Request;
  /** The parts of the path that the call's name leaves open: `id` of `GET /keywords/:id`. */
  params: Record<string, string>;
  query: URLSearchParams;
  body: unknown;
};

/** What answers a call: JSON, a response, nothing (a 204), or a function that returns one of them. */
export type Answer = object | null | undefined | ((call: Call) => unknown);

function handlersOf(
  answers: Record<string, Answer>,
  asked: [call: string, body?: unknown][] = [],
  refused = new Map<string, Response>(),
) {
  return Object.entries(answers).map(([name, answer]) => {
    const [method = '', path = ''] = name.split(' ');
    return http[method.toLowerCase() as 'get'](`*/api${path}`, async ({ request, params }) => {
      const { pathname, searchParams: query } = new URL(request.url);
      const call = `${method} ${pathname.replace('/api', '')}`;
      const text = await request.text();
      const body: unknown = text && JSON.parse(text);
      if (method !== 'GET') asked.push(text ? [call, body] : [call]);
      const fixed = refused.get(call) ?? answer;
      if (fixed instanceof Response) return fixed.clone();
      const given = { request, params: params as Record<string, string>, query, body };
      const result: unknown = typeof fixed === 'function' ? await fixed(given) : fixed;
      if (result instanceof Response) return result;
      if (result === undefined) return new HttpResponse(null, { status: 204 });
      return HttpResponse.json(result as JsonBodyType);
    });
  });
}

/** The default server: a user is signed in, nothing has happened yet. Tests add answers. */
export const server = setupServer(
  ...handlersOf({
    'GET /livez': () => (navigator.onLine ? { status: 'ok' } : HttpResponse.error()),
    'GET /users/profile': { user: aUser() },
    'PUT /users/settings': aUser(),
    'GET /subscriptions/status': aStatus(),
    'GET /subscriptions/usage': { keywordCount: 0, keywordLimit: 3, notificationCount: 0 },
    'GET /ai/usage': { remainingCalls: 5, dailyLimit: 5, resetTime: '2026-01-02T00:00:00Z' },
    'GET /ai/insights': { result: null, run: null },
    'GET /ai/insights/demo': { generatedAt: '2026-01-01T00:00:00Z', keywordInsights: [] },
    'GET /users/sessions': { sessions: [] },
    'GET /keys': { keys: [], limit: 20 },
    'GET /endpoints': { endpoints: [] },
    'GET /deliveries/failed': { total: 0, replayable: 0, groups: [] },
    'GET /status': {
      unreadableSites: [],
      quietWatches: [],
      busyWatches: [],
      pausedWatches: [],
      failingEndpoints: [],
      mail: null,
      forum: null,
    },
    'GET /public-status': {
      checkedAt: '2026-01-05T10:00:00Z',
      sources: [],
      lanes: [],
      announcement: null,
    },
    'GET /coverage': () => aCoverage(),
    'POST /coverage/plan': aPlanEstimate(),
    'GET /keywords/near-misses': { watches: [] },
    'GET /keywords/coverage': { keywords: [] },
    'GET /notifications/kept': { kept: [] },
    'GET /mutes': { mutes: [] },
    'GET /searches': { searches: [] },
    'POST /setup/look': { needsAccount: true, sites: [] },
    'POST /auth/logout': undefined,
    'GET /keywords': { watches: [], total: 0, active: 0, limit: 3 },
    'POST /keywords/preview': aPreview(),
    'GET /keywords/activity': { days: [], maxCount: 500, watches: [] },
    'POST /keywords/:id/backfill': { added: 0, complete: true },
    'GET /notifications/recent/popup': [],
    'GET /notifications/stats': { stats: { total: 0, today: 0, thisWeek: 0, perDay: [] } },
    'GET /notifications/unread/count': { count: 0 },
    'GET /endpoints/:id/deliveries': {
      deliveries: [],
      pagination: { page: 1, limit: 20, total: 0, totalItems: 0, hasMore: false },
    },
    'GET /feeds': { all: noAddresses, gaps: noAddresses, watches: [] },
    'GET /sources/feeds': { feeds: [], limit: 20 },
    'GET /live': () => eventStream('event: ready\ndata: {}\n\n'),
  }),
);

/**
 * Adds answers to calls, named like `GET /keywords/:id`, before those that the server has. `asked`
 * collects the calls that are not `GET`; `refuse` sets a refusal of one, and `recover` ends them.
 */
export function serve(answers: Record<string, Answer>) {
  const asked: [call: string, body?: unknown][] = [];
  const refused = new Map<string, Response>();
  server.use(...handlersOf(answers, asked, refused));
  return {
    asked,
    refuse: (call: string, ...why: Parameters<typeof refusal>) =>
      void refused.set(call, refusal(...why)),
    recover: () => refused.clear(),
  };
}

/** Returns an event stream that sends `chunks` and stays open. */
export function eventStream(...chunks: string[]): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(encoder.encode(chunk));
    },
  });
  return new HttpResponse(body, { headers: { 'Content-Type': 'text/event-stream' } });
}

/** Returns a live stream that is ready, and a function to send events. */
export function liveStream() {
  const encoder = new TextEncoder();
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const write = (event: string, data: object) =>
    void writer.write(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
  write('ready', {});
  const headers = { 'Content-Type': 'text/event-stream' };
  return { response: new HttpResponse(readable, { headers }), send: write };
}

/** Returns an error response in the API's format. */
export function refusal(status: number, code: string, error: string, more: object = {}) {
  return HttpResponse.json({ code, error, message: error, ...more }, { status });
}
