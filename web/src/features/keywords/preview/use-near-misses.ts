import { useEffect, useState } from 'react';

import type { RecentItem } from '@/api/types';
import { callMatcher } from '@/lib/matcher/client';
import type { MatchSpan, WatchInput } from '@/lib/matcher/matcher';

/** The most that are looked for. */
export const MAX_NEAR_MISSES = 10;

/** How long typing rests before they are looked for, in ms: to explain takes longer than to find. */
const PATIENCE_MS = 300;

export type NearMiss = {
  item: RecentItem;
  /** What is there and did not count. */
  spans: MatchSpan[];
  /** What rejected it, for people. */
  reasons: string[];
};

type Found = { items: RecentItem[]; misses: NearMiss[] };

/**
 * The items that a watch nearly matches, of those that the matcher holds.
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
    // Without the matcher the preview says so.
    const timer = setTimeout(() => void look().catch(() => undefined), PATIENCE_MS);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [items, asked]);

  return found?.items === items ? (found?.misses ?? []) : [];
}
