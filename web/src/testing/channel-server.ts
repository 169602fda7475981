import { http, HttpResponse } from 'msw';

import type {
  Delivery,
  Endpoint,
  EndpointChange,
  EndpointInput,
  EndpointTest,
  FeedList,
} from '@/api/types';

import { aWatch } from './fixtures';
import { refusal, server } from './server';

const LOG_PAGE = 20;

export function aChannel(changes: Partial<Endpoint> = {}): Endpoint {
  return {
    _id: 'channel-1',
    channel: 'slack',
    name: 'Team chat',
    shown: 'hooks.slack.com',
    watchIds: null,
    reportsGaps: false,
    status: 'new',
    failingSince: null,
    lastError: null,
    lastSentAt: null,
    pausedAt: null,
    heldUntil: null,
    createdAt: '2026-01-01T00:00:00Z',
    ...changes,
  };
}

export function aDelivery(changes: Partial<Delivery> = {}): Delivery {
  return {
    _id: 'delivery-1',
    kind: 'match',
    status: 'sent',
    channel: 'slack',
    endpointId: 'channel-1',
    endpointName: 'Team chat',
    subject: 'A year of Rust',
    reason: null,
    nextAttemptAt: null,
    createdAt: '2026-01-01T12:00:00Z',
    attempts: [
      {
        number: 1,
        startedAt: '2026-01-01T12:00:01Z',
        durationMs: 143,
        outcome: 'sent',
        statusCode: 200,
        detail: 'ok',
      },
    ],
    ...changes,
  };
}

const feedsOf = (token: string): FeedList => {
  const of = (part: string) => ({
    rss: `https://harken.example/feeds/${token}${part}/rss.xml`,
    atom: `https://harken.example/feeds/${token}${part}/atom.xml`,
    json: `https://harken.example/feeds/${token}${part}/feed.json`,
  });
  return {
    all: of('all'),
    gaps: of('gaps'),
    watches: [{ watchId: 'watch-1', keyword: 'rust', ...of('rust') }],
  };
};

type Options = { channels?: Endpoint[]; deliveries?: Delivery[]; result?: EndpointTest };

/**
 * Mocks a server that stores channels and deliveries. `asked` collects the calls that change
 * something, with their bodies; `refuse` sets the response for one path.
 */
export function serveChannels({ channels = [], deliveries = [], result }: Options = {}) {
  const asked: [call: string, body?: unknown][] = [];
  const refused = new Map<string, Response>();
  let feeds = feedsOf('first-');
  let secret = 'whsec_first';
  const note = async (request: Request) => {
    const path = new URL(request.url).pathname.replace('/api', '');
    const text = await request.clone().text();
    asked.push(
      text ? [`${request.method} ${path}`, JSON.parse(text)] : [`${request.method} ${path}`],
    );
    return refused.get(path)?.clone();
  };
  const change = (id: unknown, changes: Partial<Endpoint>) => {
    channels = channels.map((one) => (one._id === id ? { ...one, ...changes } : one));
    return HttpResponse.json(channels.find(({ _id }) => _id === id));
  };

  server.use(
    http.get('*/api/keywords', () =>
      HttpResponse.json({
        watches: [aWatch(), aWatch({ _id: 'watch-2', keyword: 'zig' })],
        total: 2,
        active: 2,
        limit: null,
      }),
    ),
    http.get('*/api/endpoints', () => HttpResponse.json({ endpoints: channels })),
    http.post('*/api/endpoints', async ({ request }) => {
      const no = await note(request);
      if (no) return no;
      const input = (await request.json()) as EndpointInput;
      const { channel, name, watchIds = null, reportsGaps = false } = input;
      const _id = `channel-${channels.length + 1}`;
      const made = aChannel({ _id, channel, name, watchIds, reportsGaps });
      channels = [...channels, made];
      return HttpResponse.json(made, { status: 201 });
    }),
    http.post('*/api/endpoints/test', async ({ request }) => {
      const no = await note(request);
      if (no) return no;
      const { channel } = (await request.json()) as EndpointInput;
      const arrived = { ok: true, statusCode: 200, detail: 'ok', durationMs: 143 };
      const signed = channel === 'webhook' ? 'whsec_draft' : null;
      return HttpResponse.json({ result: result ?? arrived, draft: 'draft-1', secret: signed });
    }),
    http.put('*/api/endpoints/:id', async ({ request, params: { id } }) => {
      const no = await note(request);
      if (no) return no;
      const { paused, name, watchIds, reportsGaps } = (await request.json()) as EndpointChange;
      const rest = {
        ...(name && { name }),
        ...(watchIds !== undefined && { watchIds }),
        ...(reportsGaps !== undefined && { reportsGaps }),
      };
      const pause = paused && { status: 'paused' as const, pausedAt: '2026-01-02T12:00:00Z' };
      const resume = paused === false && { status: 'working' as const, pausedAt: null };
      return change(id, { ...rest, ...pause, ...resume });
    }),
    http.delete('*/api/endpoints/:id', async ({ request, params: { id } }) => {
      const no = await note(request);
      if (no) return no;
      channels = channels.filter(({ _id }) => _id !== id);
      return new HttpResponse(null, { status: 204 });
    }),
    http.post('*/api/endpoints/:id/test', async ({ request, params: { id } }) => {
      const no = await note(request);
      if (no) return no;
      if (result?.ok) change(id, { status: 'working', lastSentAt: new Date().toISOString() });
      return HttpResponse.json(result);
    }),
    http.get('*/api/endpoints/:id/secret', async ({ request }) => {
      const no = await note(request);
      return no ?? HttpResponse.json({ secret });
    }),
    http.post('*/api/endpoints/:id/secret', async ({ request }) => {
      const no = await note(request);
      if (no) return no;
      secret = 'whsec_second';
      return HttpResponse.json({ secret });
    }),
    http.get('*/api/endpoints/:id/deliveries', ({ request }) => {
      const page = Number(new URL(request.url).searchParams.get('page'));
      const total = Math.ceil(deliveries.length / LOG_PAGE);
      return HttpResponse.json({
        deliveries: deliveries.slice((page - 1) * LOG_PAGE, page * LOG_PAGE),
        pagination: {
          page,
          limit: LOG_PAGE,
          total,
          totalItems: deliveries.length,
          hasMore: page < total,
        },
      });
    }),
    http.post('*/api/deliveries/:id/replay', async ({ request, params: { id } }) => {
      const no = await note(request);
      if (no) return no;
      deliveries = deliveries.map((one) =>
        one._id === id ? { ...one, status: 'pending', reason: null } : one,
      );
      return HttpResponse.json(
        deliveries.find(({ _id }) => _id === id),
        { status: 202 },
      );
    }),
    http.get('*/api/feeds', () => HttpResponse.json(feeds)),
    http.post('*/api/feeds/reset', async ({ request }) => {
      const no = await note(request);
      if (no) return no;
      feeds = feedsOf('second-');
      return HttpResponse.json(feeds);
    }),
  );
  return {
    asked,
    refuse: (path: string, ...answer: Parameters<typeof refusal>) =>
      void refused.set(path, refusal(...answer)),
  };
}
