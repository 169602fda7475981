import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';

import type { JudgedMatch, ProposedRule } from '@/api/types';
import { callMatcher } from '@/lib/matcher/client';
import type { SearchResult, WatchInput } from '@/lib/matcher/matcher';

import { previewItem } from '../preview/preview-item';
import type { PreviewMatch } from '../preview/use-preview';
import { judgedMatchesQuery } from './queries';

type Sort = JudgedMatch['judgement'];

export type Difference =
  | { status: 'loading' | 'unavailable' }
  | { status: 'failed'; error: Error; retry: () => void }
  | { status: 'refused'; problem: string }
  | { status: 'found'; goes: Record<Sort, PreviewMatch[]>; stays: PreviewMatch[] };

type Found = { asked: string; before: SearchResult; after: SearchResult };

/**
 * Compares the latest matches of a watch under its current rule `before` with those under `after`.
 * The browser's matcher tries both.
 */
export function useDifference(
  watchId: string,
  before: ProposedRule,
  after: ProposedRule,
): Difference {
  const { data, error, refetch } = useQuery(judgedMatchesQuery(watchId));
  const [found, setFound] = useState<Found | null>(null);
  const [unavailable, setUnavailable] = useState(false);
  const matches = data?.matches;
  const given = useMemo(() => matches?.map(({ item }) => previewItem(item)), [matches]);
  // Serialized, so that equal rules compare equal.
  const asked = JSON.stringify([searched(before), searched(after)]);

  useEffect(() => {
    if (!given) return;
    callMatcher('setItems', given).catch(() => setUnavailable(true));
  }, [given]);

  useEffect(() => {
    if (!given) return;
    let stale = false;
    const search = (watch: WatchInput) => callMatcher('search', watch, given.length);
    const [had, wanted] = JSON.parse(asked) as [WatchInput, WatchInput];
    Promise.all([search(had), search(wanted)]).then(
      ([before, after]) => !stale && setFound({ asked, before, after }),
      () => !stale && setUnavailable(true),
    );
    return () => {
      stale = true;
    };
  }, [given, asked]);

  if (unavailable) return { status: 'unavailable' };
  if (error && !data) return { status: 'failed', error, retry: () => void refetch() };
  // The previous difference stays until the next one arrives, some milliseconds later.
  if (!matches || !found) return { status: 'loading' };
  const { message, advice } = found.after.error ?? {};
  if (message) return { status: 'refused', problem: advice ? `${message}. ${advice}` : message };
  return { status: 'found', ...differenceOf(matches, found) };
}

function differenceOf(matches: readonly JudgedMatch[], { before, after }: Found) {
  const goes: Record<Sort, PreviewMatch[]> = { notRelevant: [], opened: [], undecided: [] };
  const kept = new Map(after.matches.map(({ index, spans }) => [index, spans]));
  const stays: PreviewMatch[] = [];
  for (const { index, spans } of before.matches) {
    const match = matches[index];
    if (!match) continue;
    const found = kept.get(index);
    if (found) stays.push({ item: match.item, spans: found });
    else goes[match.judgement].push({ item: match.item, spans });
  }
  return { goes, stays };
}

function searched(rule: ProposedRule): WatchInput {
  const { keyword, mode, subreddits, filters, excludedSubreddits, excludedAuthors } = rule;
  const exclusions = { subreddits: excludedSubreddits, authors: excludedAuthors };
  return { keyword, mode, subreddits, filters, exclusions };
}
