import { useEffect, useState } from 'react';

import type { RecentItem } from '@/api/types';
import { callMatcher } from '@/lib/matcher/client';
import type { MatchSpan, WatchInput } from '@/lib/matcher/matcher';

/** The maximum number of near misses. */
export const MAX_NEAR_MISSES = 10;

/** The pause in typing before they are searched, in ms: explaining takes longer than matching. */
const PATIENCE_MS = 300;

export type NearMiss = {
  item: RecentItem;
  /** The parts that are present but did not count. */
  spans: MatchSpan[];
  /** The reasons for the rejection, as text for the user. */
  reasons: string[];
};

type Found = { items: RecentItem[]; misses: NearMiss[] };

/**
 * Returns the items that a watch nearly matches, among those that the matcher holds.
 * @param asked the watch as JSON; null for none
 */
export function useNearMisses(items: RecentItem[] | undefined, asked: string | null): NearMiss[] {
  const [found, setFound] = useState<Found | null>(null);

  useEffect(() => {
    if (!items || asked === null) return;
    let stale = false;
    const look = async () => {
      const { misses } = await callMatcher(
        'nearMisses',
        JSON.parse(asked) as WatchInput,
        MAX_NEAR_MISSES,
      );
      if (stale) return;
      const shown = misses.flatMap(({ index, rejections }): NearMiss[] => {
        const item = items[index];
        if (!item) return [];
        const spans = rejections.flatMap(({ spans }) => spans);
        const reasons = rejections.map(({ message }) => message);
        return [{ item, spans: spans.toSorted((a, b) => a.start - b.start), reasons }];
      });
      setFound({ items, misses: shown });
    };
    // The preview reports a missing matcher.
    const timer = setTimeout(() => void look().catch(() => undefined), PATIENCE_MS);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [items, asked]);

  return found?.items === items ? (found?.misses ?? []) : [];
}
