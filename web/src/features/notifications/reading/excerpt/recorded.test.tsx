/*
 * Matches of real posts, found by the matcher itself: each card shows one of its matches at first.
 * The posts are not part of Harken: HARKEN_ITEMS names a file of them.
 */
import { readFileSync } from 'node:fs';

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import { expect, inject, test } from 'vitest';

import type { Notification } from '@/api/types';
import { decodeEntities } from '@/lib/html-entities';
import { loadMatcher } from '@/lib/matcher/matcher';
import { aNotification } from '@/testing/fixtures';

import { NotificationItem } from '../../list/notification-item';

// Imported here so that compiling it does not count against the test.
import '../post-content';

const { path, isThere } = inject('items');
const skipped = isThere ? '' : ` (skipped: no items at ${path}, set HARKEN_ITEMS)`;

const WANTED = 500;
const EACH = 30;
/** Common and rare keywords, in prose, addresses, entities and Markdown syntax. */
const keywords = [
  ...['music', 'love', 'python', 'guitar', 'camera', 'new york', 'don’t', 'i think', 'edit:'],
  ...['imgur', 'youtube', 'http', '.com', 'wikipedia', '/r/', 'amp', 'gt', 'www', '**', '_'],
];

type Recorded = { kind: 'post' | 'comment'; subreddit: string; title: string; body: string };

function readItems(): Recorded[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Recorded);
}

async function recordedMatches(): Promise<Notification[]> {
  const items = readItems();
  const matcher = await loadMatcher('literal');
  matcher.setItems(items);
  const found = keywords.flatMap((keyword) => {
    const { matches, error } = matcher.search({ keyword }, items.length);
    expect(error).toBeUndefined();
    // Taken from all over the file, by length.
    const texts = matches.flatMap(({ index, spans }) => {
      const item = items[index];
      return item ? [{ item, spans: [...spans] }] : [];
    });
    texts.sort((a, b) => b.item.body.length - a.item.body.length);
    const step = Math.max(1, Math.floor(texts.length / EACH));
    return texts
      .filter((_, nth) => nth % step === 0)
      .slice(0, EACH)
      .map(({ item, spans }, nth) => notificationOf(item, spans, `${keyword} ${nth}`));
  });
  matcher.free();
  return found.slice(0, WANTED);
}

function notificationOf(item: Recorded, matches: Notification['matches'], id: string) {
  const { kind, subreddit, title, body: content } = item;
  const base = aNotification({ _id: id, kind, matches });
  return { ...base, redditPost: { ...base.redditPost, subreddit, title, content } };
}

test.skipIf(skipped)(
  `each of ${WANTED} cards shows a match${skipped}`,
  async () => {
    const notifications = await recordedMatches();
    expect(notifications).toHaveLength(WANTED);
    const without: string[] = [];
    const queryClient = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
    for (const notification of notifications) {
      const card = (
        <QueryClientProvider client={queryClient}>
          <NotificationItem
            notification={notification}
            status="unread"
            count={1}
            onMove={() => undefined}
          />
        </QueryClientProvider>
      );
      // Content that is loaded on demand is there after the first render.
      const { container } = await act(() => Promise.resolve(render(card)));
      expect(container).not.toHaveTextContent(/^$/);
      const marks = [...container.querySelectorAll('mark')];
      if (!marks.some(({ textContent }) => isMatch(textContent, notification))) {
        without.push(`${notification._id}: ${container.textContent}`);
      }
      cleanup();
    }
    expect(without).toEqual([]);
  },
  300_000,
);

/** Returns whether a text is one that the matcher found, or the character of its entity. */
function isMatch(shown: string, { redditPost, matches }: Notification): boolean {
  return matches.some(({ field, start, end }) => {
    const text = field === 'title' ? redditPost.title : redditPost.content;
    const found = text.slice(start, end);
    return shown !== '' && (found.includes(shown) || decodeEntities(`&${found};`) === shown);
  });
}
