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
    return `Posts since ${since} are being read again, because some may be missing.`;
  }
  if (commentsShare !== null && commentsShare < 1) {
    return `About ${percentText(commentsShare)} of the last hour’s comments were read.`;
  }
  if (completeSince !== null) {
    const most = p95Seconds === null ? '' : `, ${mostWithinText(p95Seconds)}`;
    return `Every post since ${sinceText(completeSince, timeZone, now)} has been read${most}.`;
  }
  const isStale = readUntil !== null && now - Date.parse(readUntil) > STALE_MS;
  return isStale ? `Nothing has been read since ${sinceText(readUntil, timeZone, now)}.` : null;
}
