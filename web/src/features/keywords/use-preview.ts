import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import type { RecentItem, WatchInput } from '@/api/types';
import type { MatchSpan, SearchResult } from '@/lib/matcher';
import { callMatcher } from '@/lib/matcher-client';

import { recentItemsQuery } from './api/recent-items';
import { estimate } from './estimate';

/** How many matching items are shown. */
const SHOWN = 20;

export type PreviewMatch = { item: RecentItem; spans: MatchSpan[] };

export type Preview =
  | { status: 'loading' | 'unavailable' }
  | { status: 'failed'; retry: () => void }
  | { status: 'idle'; searched: number }
  | { status: 'refused'; problem: string }
  | {
      status: 'found';
      searched: number;
      total: number;
      estimate: string | null;
      matches: PreviewMatch[];
    };

type Found = { items: RecentItem[]; result: SearchResult };

/** What a watch would have found among the newest items of its subreddits. */
export function usePreview({ keyword, subreddits, filters }: WatchInput): Preview {
  const { data, isError, refetch } = useQuery(recentItemsQuery(subreddits ?? []));
  const [found, setFound] = useState<Found | null>(null);
  const [unavailable, setUnavailable] = useState(false);
  const items = data?.items;

  // The items go to the worker once; a keystroke sends the keyword alone.
  useEffect(() => {
    if (!items) return;
    const texts = items.map(({ kind, subreddit, title, body }) => ({
      kind,
      subreddit,
      title,
      body,
    }));
    callMatcher('setItems', texts).catch(() => setUnavailable(true));
  }, [items]);

  useEffect(() => {
    if (!items || !keyword.trim()) return;
    let stale = false;
    callMatcher('search', { keyword, filters }, SHOWN).then(
      (result) => {
        if (!stale) setFound({ items, result });
      },
      () => {
        if (!stale) setUnavailable(true);
      },
    );
    return () => {
      stale = true;
    };
  }, [items, keyword, filters]);

  if (unavailable) return { status: 'unavailable' };
  if (isError && !data) return { status: 'failed', retry: () => void refetch() };
  if (!data || !items) return { status: 'loading' };
  if (!keyword.trim()) return { status: 'idle', searched: items.length };
  // The answer for the keyword before stays until the next is there, a few milliseconds later.
  if (found?.items !== items) return { status: 'loading' };
  const { error, total, matches } = found.result;
  if (error) return { status: 'refused', problem: error.message };
  return {
    status: 'found',
    searched: items.length,
    total,
    estimate: estimate(total, items.length, data.perDay),
    matches: matches.flatMap(({ index, spans }) => {
      const item = items[index];
      return item ? [{ item, spans }] : [];
    }),
  };
}
