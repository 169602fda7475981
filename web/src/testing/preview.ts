import type { WatchPreview } from '@/api/types';

/** What the server counts for a watch: nothing, in no items, unless told otherwise. */
export function aPreview(changes: Partial<WatchPreview> = {}): WatchPreview {
  return {
    searched: 0,
    hours: 36,
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

/** Days from 2026-01-01 on with these numbers of matches. */
export const aWeek = (...counts: number[]): WatchPreview['perDay'] =>
  counts.map((count, index) => ({ date: `2026-01-0${index + 1}`, count }));
