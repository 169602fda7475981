import { getResponse, http, HttpResponse } from 'msw';

import type {
  GroupedNotification,
  Notification,
  NotificationMove,
  NotificationStatus,
} from '@/api/types';

import { refusal, server } from './server';

type Place = NotificationStatus | 'deleted';

const MAX_EMBEDDED = 20;
const MAX_GROUPS = 20;
const MAX_IDS = 2_000;

/**
 * Mocks a server that stores notifications, newest first. `asked` collects the calls as `GET
 * /path?query`; `refuse` makes the calls of one path fail.
 */
export function serveNotifications(initial: readonly Notification[]) {
  const all = [...initial];
  const deleted = new Set<string>();
  const asked: string[] = [];
  const refused = new Set<string>();

  const placeOf = ({ _id, status }: Notification): Place => (deleted.has(_id) ? 'deleted' : status);
  const listed = (status: string | null) => all.filter((one) => placeOf(one) === status);
  const unread = () => listed('unread').length;

  const note = (request: Request) => {
    const { pathname, searchParams, search } = new URL(request.url);
    asked.push(`${request.method} ${pathname.replace('/api', '')}${search}`);
    if (refused.has(pathname.replace('/api', ''))) return refusal(500, 'INTERNAL', 'It broke');
    return searchParams;
  };
  const change = (id: unknown, act: (one: Notification, at: number) => void) => {
    const at = all.findIndex(({ _id }) => _id === id);
    const one = all[at];
    if (!one) return refusal(404, 'NOT_FOUND', 'There is no such notification.');
    act(one, at);
    return HttpResponse.json(all[at]);
  };
  const moveTo = (status: NotificationStatus) => (one: Notification, at: number) => {
    all[at] = { ...one, status };
  };
  const moveSeveral = (id: string, from: NotificationMove['from'], to: NotificationMove['to']) => {
    const one = all.find(({ _id }) => _id === id);
    if (!one || (from !== undefined && placeOf(one) !== from)) return;
    if (to === 'deleted') deleted.add(id);
    else if (to === 'restored') deleted.delete(id);
    else change(id, moveTo(to === 'not-relevant' ? 'archived' : to));
  };
  const page = (params: URLSearchParams, items: number, limit: number) => {
    const number = Number(params.get('page') ?? 1);
    const total = Math.ceil(items / limit);
    return { page: number, limit, total, totalItems: items, hasMore: number < total };
  };

  const handlers = [
    http.get('*/api/notifications/grouped', ({ request }) => {
      const params = note(request);
      if (params instanceof Response) return params;
      const groups = grouped(listed(params.get('status')));
      const pagination = page(params, groups.length, MAX_GROUPS);
      const from = (pagination.page - 1) * MAX_GROUPS;
      return HttpResponse.json({
        groupedNotifications: groups.slice(from, from + MAX_GROUPS),
        pagination,
        unreadCount: unread(),
      });
    }),
    http.get('*/api/notifications', ({ request }) => {
      const params = note(request);
      if (params instanceof Response) return params;
      const keyword = params.get('keyword');
      const found = listed(params.get('status')).filter(
        (one) => keyword === null || one.matchedKeyword === keyword,
      );
      const limit = Number(params.get('limit') ?? MAX_EMBEDDED);
      // By position in the full list, because that notification may have moved since.
      const last = all.findIndex(({ _id }) => _id === params.get('after'));
      const isOldest = params.get('sort') === 'oldest';
      if (isOldest) found.reverse();
      const isAfter = (at: number) => last < 0 || (isOldest ? at < last : at > last);
      const rest = found.filter((one) => isAfter(all.indexOf(one)));
      return HttpResponse.json({
        notifications: rest.slice(0, limit),
        pagination: page(params, rest.length, limit),
      });
    }),
    http.get('*/api/notifications/ids', ({ request }) => {
      const params = note(request);
      if (params instanceof Response) return params;
      const from = Number(params.get('after') ?? 0);
      const upTo = Number(params.get('upTo') ?? all.length);
      const found = all.slice(all.length - upTo).filter((one) => {
        const status = params.get('status');
        return status === null ? placeOf(one) !== 'deleted' : placeOf(one) === status;
      });
      const next = from + MAX_IDS < found.length ? String(from + MAX_IDS) : null;
      const ids = found.slice(from, from + MAX_IDS);
      const notifications = ids.map(({ _id, matchedKeyword, status }) => ({
        ...{ _id, matchedKeyword, status },
      }));
      return HttpResponse.json({ notifications, next, upTo });
    }),
    http.get('*/api/notifications/unread/count', ({ request }) => {
      note(request);
      return HttpResponse.json({ count: unread() });
    }),
    http.get('*/api/notifications/recent/popup', ({ request }) => {
      note(request);
      return HttpResponse.json(all.slice(0, 5));
    }),
    http.get('*/api/notifications/stats', ({ request }) => {
      note(request);
      return HttpResponse.json({ stats: { total: all.length, today: 0, thisWeek: 0, perDay: [] } });
    }),
    http.post('*/api/notifications/move', async ({ request }) => {
      const refusedNow = note(request);
      if (refusedNow instanceof Response) return refusedNow;
      const { moves } = (await request.json()) as { moves: NotificationMove[] };
      for (const { ids, from, to } of moves) {
        asked.push(`${from ?? 'any'} to ${to}: ${ids.join(' ')}`);
        for (const id of ids) moveSeveral(id, from, to);
      }
      return HttpResponse.json({ moved: moves.flatMap(({ ids }) => ids).length });
    }),
    http.patch('*/api/notifications/:id/:verb', ({ request, params: { id, verb } }) => {
      const refusedNow = note(request);
      if (refusedNow instanceof Response) return refusedNow;
      return change(id, (one, at) => {
        if (verb === 'restore') deleted.delete(one._id);
        if (verb === 'archive' || verb === 'not-relevant') moveTo('archived')(one, at);
        if (verb === 'read' && one.status !== 'archived') moveTo('read')(one, at);
        if (verb === 'unread') moveTo('unread')(one, at);
      });
    }),
    http.delete('*/api/notifications/:id', ({ request, params: { id } }) => {
      const refusedNow = note(request);
      if (refusedNow instanceof Response) return refusedNow;
      deleted.add(String(id));
      return new HttpResponse(null, { status: 204 });
    }),
    http.post('*/api/notifications/read', async ({ request }) => {
      const refusedNow = note(request);
      if (refusedNow instanceof Response) return refusedNow;
      const { keyword } = (await request.json()) as { keyword?: string };
      const changed = listed('unread').filter(
        (one) => keyword === undefined || one.matchedKeyword === keyword,
      );
      for (const { _id } of changed) change(_id, moveTo('read'));
      return HttpResponse.json({ changed: changed.length, remaining: 0, upTo: 0 });
    }),
  ];
  server.use(...handlers);
  return {
    asked,
    /** Adds a new match. */
    arrive: (notification: Notification) => void all.unshift(notification),
    /** Replaces the notification with the same id. */
    replace: (notification: Notification) => {
      const at = all.findIndex(({ _id }) => _id === notification._id);
      all[at] = notification;
    },
    /** Makes the calls of this path fail from now on. */
    refuse: (path: string) => void refused.add(path),
    /** Delays the next response to `GET path`, created on request, until the result is called. */
    hold: (path: string) => {
      let release: () => void = () => undefined;
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      const late = http.get(
        `*/api${path}`,
        async ({ request }) => {
          const answer = await getResponse(handlers, request);
          await released;
          return answer;
        },
        { once: true },
      );
      server.use(late);
      return () => release();
    },
  };
}

function grouped(notifications: readonly Notification[]): GroupedNotification[] {
  const groups = new Map<string, Notification[]>();
  for (const one of notifications) {
    groups.set(one.matchedKeyword, [...(groups.get(one.matchedKeyword) ?? []), one]);
  }
  return [...groups].map(([keyword, found]) => ({
    _id: keyword,
    count: found.length,
    subreddits: [...new Set(found.map(({ redditPost }) => redditPost.subreddit))],
    latestNotification: found[0]?.createdAt ?? '',
    notifications: found.slice(0, MAX_EMBEDDED),
  }));
}
