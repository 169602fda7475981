import type { CoverageGap, GapCause } from '@/api/types';
import { spanText } from '@/entities/coverage/coverage-texts';
import { rangeText } from '@/entities/coverage/coverage-times';

import { isSample } from './kind-state';

/** Why something may have been missed, as a person would say it. */
export const causeTexts: Record<GapCause, string> = {
  too_many: 'More was posted than Reddit lists',
  budget: 'Reddit’s limit left no more requests',
  forum_failed: 'Reddit failed',
  hidden: 'Reddit does not show this subreddit',
};

/** "14 Nov, 09:12 to 09:40 (28 min)". */
export function gapTimeText(
  { startedAt, endedAt }: CoverageGap,
  timeZone: string,
  now = Date.now(),
): string {
  const seconds = (Date.parse(endedAt) - Date.parse(startedAt)) / 1000;
  return `${rangeText(startedAt, endedAt, timeZone, now)} (${spanText(seconds)})`;
}

/** Gaps apart from those of what can only be a sample, in their order. */
export function splitGaps(gaps: readonly CoverageGap[]) {
  const ofSample = gaps.filter(({ place, kind }) => isSample(place, kind));
  return { missed: gaps.filter((gap) => !ofSample.includes(gap)), ofSample };
}
