import { HttpResponse } from 'msw';

import type { FeedChoice, FollowedFeed, FollowInput, OpmlInput, OpmlLine, User } from '@/api/types';

import { signInAs } from './render-app';
import { serve } from './server';

/** Returns a feed that was read a moment ago. */
export function aFeed(changes: Partial<FollowedFeed> = {}): FollowedFeed {
  return {
    _id: 'feed-1',
    place: 'feed/blog.example/0123abcd',
    title: 'A Blog',
    address: 'https://blog.example/feed.xml',
    pushName: null,
    site: 'https://blog.example/',
    addedAt: '2026-01-01T00:00:00Z',
    hasCredentials: false,
    isStopped: false,
    readAt: new Date().toISOString(),
    nextReadAt: null,
    newestAt: null,
    intervalSeconds: 300,
    failures: 0,
    error: null,
    remark: null,
    putOff: null,
    polls: 12,
    unchanged: 10,
    items: 20,
    ...changes,
  };
}

/** Signs in to a server that reads feeds. */
export const signInWithFeeds = (changes: Partial<User> = {}) =>
  signInAs({ readsFeeds: true, ...changes });

type Options = {
  feeds?: FollowedFeed[];
  limit?: number;
  /** The feeds that web pages name, by the pages' typed addresses. */
  pages?: Record<string, FeedChoice[]>;
};

/**
 * Mocks a server that follows feeds; each address is that of a feed titled by its host. `asked`
 * collects addresses, `lists` imported lists; `refuse` sets a refusal of a call.
 */
export function serveFeeds({ feeds = [], limit = 20, pages = {} }: Options = {}) {
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

  const asked: string[] = [];
  const lists: string[] = [];
  const served = serve({
    'GET /sources/feeds': () => ({ feeds, limit }),
    'POST /sources/feeds': ({ body }) => {
      const { address } = body as FollowInput;
      asked.push(address);
      const choices = pages[address];
      if (choices) return { feed: null, choices };
      const { feed, isNew } = add(address);
      return HttpResponse.json({ feed, choices: [] }, { status: isNew ? 201 : 200 });
    },
    'DELETE /sources/feeds/:id': ({ params }) => {
      feeds = feeds.filter(({ _id }) => _id !== params.id);
    },
    'POST /sources/feeds/import': ({ body }) => {
      const { text } = body as OpmlInput;
      lists.push(text);
      const list = new DOMParser().parseFromString(text, 'text/xml');
      const lines = [...list.querySelectorAll('outline')].map((outline) =>
        line(outline.getAttribute('xmlUrl') ?? '', outline.getAttribute('text') ?? ''),
      );
      const added = lines.filter(({ isNew }) => isNew).length;
      const refused = lines.filter(({ error }) => error !== null).length;
      return { added, refused, lines };
    },
    'GET /sources/feeds/export': () => {
      const headers = {
        'Content-Type': 'text/x-opml',
        'Content-Disposition': 'attachment; filename="harken-feeds.opml"',
      };
      return new HttpResponse('<opml/>', { headers });
    },
  });
  return { ...served, asked, lists };
}
