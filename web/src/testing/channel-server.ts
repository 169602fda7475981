import type {
  Delivery,
  Endpoint,
  EndpointChange,
  EndpointInput,
  EndpointTest,
  FeedList,
  TemplateInput,
  WebhookTemplate,
} from '@/api/types';

import { aWatch } from './fixtures';
import { serve } from './server';

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

type Options = {
  channels?: Endpoint[];
  deliveries?: Delivery[];
  result?: EndpointTest;
  template?: WebhookTemplate | null;
};

/**
 * Mocks a server that stores channels and deliveries. `asked` collects the calls that change
 * something or reveal a secret, with their bodies; `refuse` sets a refusal of one.
 */
export function serveChannels({
  channels = [],
  deliveries = [],
  result,
  template = null,
}: Options = {}) {
  let feeds = feedsOf('first-');
  let secret = 'whsec_first';
  const arrived = { ok: true, statusCode: 200, detail: 'ok', durationMs: 143 };
  const change = (id: unknown, changes: Partial<Endpoint>) => {
    channels = channels.map((one) => (one._id === id ? { ...one, ...changes } : one));
    return channels.find(({ _id }) => _id === id);
  };

  const served = serve({
    'GET /keywords': {
      watches: [aWatch(), aWatch({ _id: 'watch-2', keyword: 'zig' })],
      total: 2,
      active: 2,
      limit: null,
    },
    'GET /endpoints': () => ({ endpoints: channels }),
    'POST /endpoints': ({ body }) => {
      const { channel, name, watchIds = null, reportsGaps = false } = body as EndpointInput;
      const _id = `channel-${channels.length + 1}`;
      const made = aChannel({ _id, channel, name, watchIds, reportsGaps });
      channels = [...channels, made];
      return made;
    },
    'POST /endpoints/test': ({ body }) => {
      const signed = (body as EndpointInput).channel === 'webhook' ? 'whsec_draft' : null;
      return { result: result ?? arrived, draft: 'draft-1', secret: signed };
    },
    'PUT /endpoints/:id': ({ params: { id }, body }) => {
      const { paused, name, watchIds, reportsGaps } = body as EndpointChange;
      const rest = {
        ...(name && { name }),
        ...(watchIds !== undefined && { watchIds }),
        ...(reportsGaps !== undefined && { reportsGaps }),
      };
      const pause = paused && { status: 'paused' as const, pausedAt: '2026-01-02T12:00:00Z' };
      const resume = paused === false && { status: 'working' as const, pausedAt: null };
      return change(id, { ...rest, ...pause, ...resume });
    },
    'DELETE /endpoints/:id': ({ params: { id } }) => {
      channels = channels.filter(({ _id }) => _id !== id);
    },
    'POST /endpoints/:id/test': ({ params: { id } }) => {
      if (result?.ok) change(id, { status: 'working', lastSentAt: new Date().toISOString() });
      return result;
    },
    'GET /endpoints/:id/secret': ({ params: { id } }) => {
      served.asked.push([`GET /endpoints/${id}/secret`]);
      return { secret };
    },
    'GET /endpoints/:id/template': () => ({ template }),
    'POST /endpoints/template/preview': ({ body }) => {
      const { template } = body as TemplateInput;
      return { body: template.body.replace('{{title}}', 'A title'), values: { title: 'A title' } };
    },
    'POST /endpoints/:id/secret': () => {
      secret = 'whsec_second';
      return { secret };
    },
    'GET /endpoints/:id/deliveries': ({ query }) => {
      const page = Number(query.get('page'));
      const totalItems = deliveries.length;
      const total = Math.ceil(totalItems / LOG_PAGE);
      return {
        deliveries: deliveries.slice((page - 1) * LOG_PAGE, page * LOG_PAGE),
        pagination: { page, limit: LOG_PAGE, total, totalItems, hasMore: page < total },
      };
    },
    'POST /deliveries/:id/replay': ({ params: { id } }) => {
      deliveries = deliveries.map((one) =>
        one._id === id ? { ...one, status: 'pending', reason: null } : one,
      );
      return deliveries.find(({ _id }) => _id === id);
    },
    'GET /feeds': () => feeds,
    'POST /feeds/reset': () => {
      feeds = feedsOf('second-');
      return feeds;
    },
  });
  return served;
}
