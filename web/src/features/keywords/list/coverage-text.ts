import type { KeywordCoverage } from '@/api/types';
import { mostWithinText, percentText } from '@/entities/coverage/coverage-texts';
import { sinceText } from '@/entities/coverage/coverage-times';

/** The age from which a place counts as not being read, as on the server. */
const STALE_MS = 15 * 60_000;

/** Describes in a line how well a keyword's places are read; null while nothing is known. */
export function coverageText(
  coverage: KeywordCoverage,
  timeZone: string,
  now = Date.now(),
): string | null {
  const { completeSince, readUntil, fillingSince, p95Seconds, commentsShare } = coverage;
  if (fillingSince !== null) {
    const since = sinceText(fillingSince, timeZone, now);
    return `Being read again: something may be missing since ${since}`;
  }
  if (commentsShare !== null && commentsShare < 1) {
    return `Comments are a sample: ${percentText(commentsShare)} in the last hour`;
  }
  if (completeSince !== null) {
    const most = p95Seconds === null ? '' : `; ${mostWithinText(p95Seconds)}`;
    return `Complete since ${sinceText(completeSince, timeZone, now)}${most}`;
  }
  const isStale = readUntil !== null && now - Date.parse(readUntil) > STALE_MS;
  return isStale ? `Not read since ${sinceText(readUntil, timeZone, now)}` : null;
}
