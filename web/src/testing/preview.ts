import type { WatchPreview } from '@/api/types';

/** Returns the server's preview of a watch; by default no matches in no items. */
export function aPreview(changes: Partial<WatchPreview> = {}): WatchPreview {
  return {
    searched: 0,
    hours: 36,
    searchedSince: null,
    complete: true,
    readSince: null,
    matching: 0,
    share: 0,
    estimate: { matching: 0, minutes: 36 * 60, perDay: 0 },
    perDay: [],
    subreddits: [],
    newest: [],
    lints: [],
    ...changes,
  };
}

/** Returns days from 2026-01-01 on with these numbers of matches. */
export const aWeek = (...counts: number[]): WatchPreview['perDay'] =>
  counts.map((count, index) => ({ date: `2026-01-0${index + 1}`, count }));
