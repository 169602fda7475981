import type { ItemKind, KindCoverage } from '@/api/types';
import { mostWithinText, percentText, spanText } from '@/entities/coverage/coverage-texts';
import { momentText } from '@/entities/coverage/coverage-times';

import { kindState } from './kind-state';

/** The names of posts and comments at the beginning of a sentence. */
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
  if (!coverage) return `${what}: not read yet`;
  const moment = (time: string | null) => (time ? momentText(time, timeZone, now) : '');
  switch (kindState(place, kind, coverage, now)) {
    case 'sample':
      return sampleText(coverage.shareOfLastHour);
    case 'filling':
      return `${what}: being read again from ${moment(coverage.fillingSince)}, because something may be missing`;
    case 'complete':
      return [`${what}: complete since ${moment(coverage.completeSince)}`, ...waits(coverage)].join(
        '; ',
      );
    case 'waiting':
      return `${what}: not read yet`;
    case 'stale':
      return `${what}: not read since ${moment(coverage.readUntil)}`;
    case 'reading':
      return `${what}: read until ${moment(coverage.readUntil)}`;
  }
}

/** Describes the share of comments in r/all that are read. */
function sampleText(share: number | null): string {
  const sample = 'Comments in r/all are a sample';
  if (share === null) return `${sample}. How many were read in the last hour is not yet known.`;
  if (share === 1) {
    return 'Comments: all from the last hour were read. At busy times they are a sample.';
  }
  return `${sample}: about ${percentText(share)} from the last hour were read.`;
}

/** Formats the delays: "half within 2 s, 95% within 7 s"; empty if nothing was read. */
function waits({ medianSeconds, p95Seconds }: KindCoverage): string[] {
  if (medianSeconds === null || p95Seconds === null) return [];
  return [`half within ${spanText(medianSeconds)}, ${mostWithinText(p95Seconds)}`];
}
