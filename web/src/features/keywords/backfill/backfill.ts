import type { Watch, WatchBackfill, WatchPreview } from '@/api/types';
import { matchCountText } from '@/entities/watch/match-count';

/** The number of matches above which they would bury those of the user's other watches. */
const MAX_BY_DEFAULT = 100;

/** Returns whether past matches are added to a watch by default. */
export function addsPast(watch: Watch | undefined, counted: WatchPreview | null): boolean {
  if (watch || !counted) return false;
  // The last 24 hours span two calendar days.
  const [yesterday, today] = counted.perDay.slice(-2);
  const recent = (yesterday?.count ?? 0) + (today?.count ?? 0);
  // The search may have ended within these hours.
  const expected = counted.complete ? recent : Math.max(recent, counted.estimate.perDay ?? 0);
  return recent > 0 && expected <= MAX_BY_DEFAULT;
}

/** Returns "12 matches from the last 24 hours added". */
export function backfillText({ added, complete }: WatchBackfill): string {
  const left = complete ? '' : '; older items were not added';
  if (added === 0) return `No matches to add from the last 24 hours${left}`;
  return `${matchCountText(added)} from the last 24 hours added${left}`;
}
