import { http, HttpResponse, type JsonBodyType } from 'msw';
import { setupServer } from 'msw/node';

import { aCoverage, aPlanEstimate } from './coverage';
import { aStatus, aUser } from './fixtures';
import { aPreview } from './preview';

const json = (body: JsonBodyType, init?: ResponseInit) => HttpResponse.json(body, init);
const noAddresses = { rss: '', atom: '', json: '' };

/** The default server: a user is signed in, nothing has happened yet. Tests add handlers. */
export const server = setupServer(
  http.get('*/api/users/profile', () => json({ user: aUser() })),
  http.put('*/api/users/settings', () => json(aUser())),
  http.get('*/api/subscriptions/status', () => json(aStatus())),
  http.get('*/api/subscriptions/usage', () =>
    json({ keywordCount: 0, keywordLimit: 3, notificationCount: 0 }),
  ),
  http.get('*/api/ai/usage', () =>
    json({ remainingCalls: 5, dailyLimit: 5, resetTime: '2026-01-02T00:00:00Z' }),
  ),
  http.get('*/api/ai/insights', () => json({ result: null, run: null })),
  http.get('*/api/users/sessions', () => json({ sessions: [] })),
  http.get('*/api/endpoints', () => json({ endpoints: [] })),
  http.get('*/api/deliveries/failed', () => json({ total: 0, replayable: 0, groups: [] })),
  http.get('*/api/status', () =>
    json({
      unreadableSites: [],
      quietWatches: [],
      busyWatches: [],
      pausedWatches: [],
      failingEndpoints: [],
      mail: null,
      forum: null,
    }),
  ),
  http.get('*/api/public-status', () =>
    json({ checkedAt: '2026-01-05T10:00:00Z', sources: [], lanes: [], announcement: null }),
  ),
  http.get('*/api/coverage', () => json(aCoverage())),
  http.post('*/api/coverage/plan', () => json(aPlanEstimate())),
  http.get('*/api/keywords/near-misses', () => json({ watches: [] })),
  http.get('*/api/keywords/coverage', () => json({ keywords: [] })),
  http.get('*/api/mutes', () => json({ mutes: [] })),
  http.get('*/api/searches', () => json({ searches: [] })),
  http.post('*/api/setup/look', () => json({ needsAccount: true, sites: [] })),
  http.post('*/api/auth/logout', () => new HttpResponse(null, { status: 204 })),
  http.get('*/api/keywords', () => json({ watches: [], total: 0, active: 0, limit: 3 })),
  http.post('*/api/keywords/preview', () => json(aPreview())),
  http.get('*/api/keywords/activity', () => json({ days: [], maxCount: 500, watches: [] })),
  http.post('*/api/keywords/:id/backfill', () => json({ added: 0, complete: true })),
  http.get('*/api/notifications/recent/popup', () => json([])),
  http.get('*/api/notifications/stats', () =>
    json({ stats: { total: 0, today: 0, thisWeek: 0, perDay: [] } }),
  ),
  http.get('*/api/notifications/unread/count', () => json({ count: 0 })),
  http.get('*/api/endpoints', () => json({ endpoints: [] })),
  http.get('*/api/endpoints/:id/deliveries', () =>
    json({
      deliveries: [],
      pagination: { page: 1, limit: 20, total: 0, totalItems: 0, hasMore: false },
    }),
  ),
  http.get('*/api/feeds', () => json({ all: noAddresses, gaps: noAddresses, watches: [] })),
  http.get('*/api/sources/feeds', () => json({ feeds: [], limit: 20 })),
  http.get('*/api/live', () => eventStream('event: ready\ndata: {}\n\n')),
);

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
  return json({ code, error, message: error, ...more }, { status });
}
