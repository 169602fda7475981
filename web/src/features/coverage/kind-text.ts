import type { ItemKind, KindCoverage } from '@/api/types';
import { mostWithinText, percentText, spanText } from '@/entities/coverage/coverage-texts';
import { momentText } from '@/entities/coverage/coverage-times';

import { kindState } from './kind-state';

/** What posts and comments are called at the beginning of a sentence. */
export const kindNames: Record<ItemKind, string> = { post: 'Posts', comment: 'Comments' };

/** Describes in a sentence how posts or comments of `place` are read. */
export function kindText(
  place: string,
  kind: ItemKind,
  coverage: KindCoverage | null,
  timeZone: string,
  now = Date.now(),
): string {
  const what = kindNames[kind];
  const notYet = `${what} have not been read yet.`;
  if (!coverage) return notYet;
  const moment = (time: string | null) => (time ? momentText(time, timeZone, now) : '');
  switch (kindState(place, kind, coverage, now)) {
    case 'sample':
      return sampleText(coverage.shareOfLastHour);
    case 'filling':
      return `${what} since ${moment(coverage.fillingSince)} are being read again, because some may be missing.`;
    case 'complete':
      return `Every ${kind} since ${moment(coverage.completeSince)} has been read${waits(coverage)}.`;
    case 'waiting':
      return notYet;
    case 'stale':
      return `${what} have not been read since ${moment(coverage.readUntil)}.`;
    case 'reading':
      return `${what} have been read until ${moment(coverage.readUntil)}.`;
  }
}

/** Describes the share of comments in r/all that are read. */
function sampleText(share: number | null): string {
  const sample = 'Comments in r/all are a sample';
  if (share === null) return `${sample}. How many were read in the last hour is not yet known.`;
  if (share === 1) {
    return 'All comments from the last hour were read. At busy times they are a sample.';
  }
  return `${sample}: about ${percentText(share)} from the last hour were read.`;
}

/** Formats the delays: ", half within 2 s and 95% within 7 s"; empty if nothing was read. */
function waits({ medianSeconds, p95Seconds }: KindCoverage): string {
  if (medianSeconds === null || p95Seconds === null) return '';
  return `, half within ${spanText(medianSeconds)} and ${mostWithinText(p95Seconds)}`;
}
