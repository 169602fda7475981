import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';

import type { RecentItem, WatchInput } from '@/api/types';
import { callMatcher } from '@/lib/matcher/client';
import { holdItems, searchOnMainThread } from '@/lib/matcher/main-thread';
import type { MatchSpan, WatchInput as Searched, SearchResult } from '@/lib/matcher/matcher';
import { isSite } from '@/lib/places';

import { previewItem } from './preview-item';
import { recentItemsQuery } from './recent-items';
import { type NearMiss, useNearMisses } from './use-near-misses';

/** The number of matching items shown. */
const SHOWN = 20;

/** The time that old matches stay while the typed query cannot be read, in ms. */
const PATIENCE_MS = 600;

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
      matches: PreviewMatch[];
      nearMisses: NearMiss[];
    };

type Found = { items: RecentItem[]; result: SearchResult };

/**
 * Returns what a watch would have matched among the newest items of its subreddits. `isReadable`
 * reports at once whether it can be read. Errors are shown later, so as not to interrupt typing.
 */
export function usePreview(watch: WatchInput): { preview: Preview; isReadable: boolean } {
  const { data, isError, refetch } = useQuery(recentItemsQuery(watch.subreddits ?? []));
  const [found, setFound] = useState<Found | null>(null);
  const [read, setRead] = useState<string | null>(null);
  const [unavailable, setUnavailable] = useState(false);
  const items = data?.items;
  const isEmpty = !watch.keyword.trim();
  // Serialized, so that equal watches compare equal.
  const asked = JSON.stringify(searched(watch));

  const given = useMemo(() => items?.map(previewItem), [items]);

  // Both matchers get the items once; a keystroke sends the watch alone.
  useEffect(() => {
    if (!given) return;
    callMatcher('setItems', given).catch(() => setUnavailable(true));
    holdItems(given);
  }, [given]);

  // While rendering, so that the matches are drawn together with the typed character.
  const here = useMemo(() => {
    if (!given || isEmpty) return undefined;
    return searchOnMainThread(given, JSON.parse(asked) as Searched, SHOWN);
  }, [given, isEmpty, asked]);
  if (items && here && !here.error?.span && found?.result !== here) {
    setFound({ items, result: here });
  }

  useEffect(() => {
    if (!items || isEmpty) return;
    let stale = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const take = (result: SearchResult) => {
      if (stale) return;
      if (!result.error) setRead(asked);
      const show = () => setFound({ items, result });
      if (result.error?.span) timer = setTimeout(show, PATIENCE_MS);
      else show();
    };
    if (!here) {
      callMatcher('search', JSON.parse(asked) as Searched, SHOWN).then(take, () => {
        if (!stale) setUnavailable(true);
      });
    } else if (here.error?.span) take(here);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [items, here, isEmpty, asked]);

  const nearMisses = useNearMisses(items, isEmpty ? null : asked);

  const shown = (): Preview => {
    if (unavailable && !here && !isEmpty) return { status: 'unavailable' };
    if (isError && !data) return { status: 'failed', retry: () => void refetch() };
    if (!data || !items) return { status: 'loading' };
    if (isEmpty) return { status: 'idle', searched: items.length };
    // The previous keyword's result stays until the next arrives, a few milliseconds later.
    if (found?.items !== items) return { status: 'loading' };
    const { error, total, matches } = found.result;
    if (error) {
      const { message, advice } = error;
      return { status: 'refused', problem: advice ? `${message}. ${advice}` : message };
    }
    return {
      status: 'found',
      searched: items.length,
      total,
      matches: matches.flatMap(({ index, spans }) => {
        const item = items[index];
        return item ? [{ item, spans }] : [];
      }),
      nearMisses,
    };
  };
  const preview = shown();
  // Without a result from the browser, the server alone decides.
  const isLeftOpen = preview.status === 'unavailable' || preview.status === 'failed';
  return {
    preview,
    isReadable: isLeftOpen || read === asked || (here !== undefined && !here.error),
  };
}

/** Converts a watch. The items are those of its places, so `all` is enough for subreddits. */
function searched({ keyword, mode, filters, ...watch }: WatchInput): Searched {
  const { excludedSubreddits, excludedAuthors: authors } = watch;
  const sites = watch.subreddits?.filter(isSite) ?? [];
  return {
    keyword,
    mode,
    filters,
    exclusions: { subreddits: excludedSubreddits, authors },
    ...(sites.length > 0 && { subreddits: ['all', ...sites] }),
  };
}
