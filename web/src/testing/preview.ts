import type { WatchPreview } from '@/api/types';

/** What the server counts for a watch: nothing, in no items, unless told otherwise. */
export function aPreview(changes: Partial<WatchPreview> = {}): WatchPreview {
  return {
    searched: 0,
    searchedSince: null,
    complete: true,
    readSince: null,
    matching: 0,
    share: 0,
    expectedPerDay: 0,
    perDay: [],
    subreddits: [],
    newest: [],
    lints: [],
    ...changes,
  };
}

/** The last 7 days, the last of them 2026-01-07, with these numbers of matches. */
export const aWeek = (...counts: number[]): WatchPreview['perDay'] =>
  counts.map((count, index) => ({ date: `2026-01-0${index + 1}`, count }));
