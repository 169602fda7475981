import { http, HttpResponse } from 'msw';

import type { FeedChoice, FollowedFeed, FollowInput, OpmlInput, OpmlLine, User } from '@/api/types';

import { aUser } from './fixtures';
import { signIn } from './render-app';
import { refusal, server } from './server';

/** Returns a feed that was read a moment ago. */
export function aFeed(changes: Partial<FollowedFeed> = {}): FollowedFeed {
  return {
    _id: 'feed-1',
    place: 'feed/blog.example/0123abcd',
    title: 'A Blog',
    address: 'https://blog.example/feed.xml',
    site: 'https://blog.example/',
    addedAt: '2026-01-01T00:00:00Z',
    isStopped: false,
    readAt: new Date().toISOString(),
    nextReadAt: null,
    intervalSeconds: 300,
    failures: 0,
    error: null,
    polls: 12,
    unchanged: 10,
    items: 20,
    ...changes,
  };
}

/** Signs in to a server that reads feeds. */
export function signInWithFeeds(changes: Partial<User> = {}): void {
  const user = aUser({ readsFeeds: true, ...changes });
  signIn(user);
  server.use(http.get('*/api/users/profile', () => HttpResponse.json({ user })));
}

type Options = {
  feeds?: FollowedFeed[];
  limit?: number;
  /** The feeds that web pages name, by the pages' typed addresses. */
  pages?: Record<string, FeedChoice[]>;
};

/**
 * Mocks a server that follows feeds; each address is that of a feed titled by its host. `asked`
 * collects addresses, `lists` imported lists; `refuse` sets the response for one kind of call.
 */
export function serveFeeds({ feeds = [], limit = 20, pages = {} }: Options = {}) {
  const asked: string[] = [];
  const lists: string[] = [];
  const refused = new Map<string, () => Response>();

  const add = (address: string) => {
    const found = feeds.find((feed) => feed.address === address);
    if (found) return { feed: found, isNew: false };
    const _id = `feed-${feeds.length + 1}`;
    const host = new URL(address).host;
    const feed = aFeed({ _id, place: `feed/${host}/0000000${feeds.length}`, title: host, address });
    feeds = [...feeds, feed];
    return { feed, isNew: true };
  };
  const line = (address: string, title: string): OpmlLine => {
    if (feeds.length >= limit) {
      const error = `Your plan includes ${limit} feeds. Stop following one to make room for another.`;
      return { title, address, feedId: null, isNew: false, code: 'FEED_LIMIT_EXCEEDED', error };
    }
    const { feed, isNew } = add(address);
    return { title, address, feedId: feed._id, isNew, code: null, error: null };
  };

  server.use(
    http.get(
      '*/api/sources/feeds',
      () => refused.get('GET')?.() ?? HttpResponse.json({ feeds, limit }),
    ),
    http.post('*/api/sources/feeds', async ({ request }) => {
      const { address } = (await request.json()) as FollowInput;
      asked.push(address);
      const no = refused.get('POST')?.();
      if (no) return no;
      const choices = pages[address];
      if (choices) return HttpResponse.json({ feed: null, choices });
      const { feed, isNew } = add(address);
      return HttpResponse.json({ feed, choices: [] }, { status: isNew ? 201 : 200 });
    }),
    http.delete('*/api/sources/feeds/:id', ({ params }) => {
      const no = refused.get('DELETE')?.();
      if (no) return no;
      feeds = feeds.filter(({ _id }) => _id !== params.id);
      return new HttpResponse(null, { status: 204 });
    }),
    http.post('*/api/sources/feeds/import', async ({ request }) => {
      const { text } = (await request.json()) as OpmlInput;
      lists.push(text);
      const no = refused.get('IMPORT')?.();
      if (no) return no;
      const list = new DOMParser().parseFromString(text, 'text/xml');
      const lines = [...list.querySelectorAll('outline')].map((outline) =>
        line(outline.getAttribute('xmlUrl') ?? '', outline.getAttribute('text') ?? ''),
      );
      const added = lines.filter(({ isNew }) => isNew).length;
      const failed = lines.filter(({ error }) => error !== null).length;
      return HttpResponse.json({ added, refused: failed, lines });
    }),
    http.get('*/api/sources/feeds/export', () => {
      const headers = {
        'Content-Type': 'text/x-opml',
        'Content-Disposition': 'attachment; filename="harken-feeds.opml"',
      };
      return new HttpResponse('<opml/>', { headers });
    }),
  );
  return {
    asked,
    lists,
    refuse: (call: 'GET' | 'POST' | 'DELETE' | 'IMPORT', ...answer: Parameters<typeof refusal>) =>
      void refused.set(call, () => refusal(...answer)),
    recover: () => refused.clear(),
  };
}
