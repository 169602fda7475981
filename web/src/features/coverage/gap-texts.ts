import type { CoverageGap, GapCause } from '@/api/types';
import { spanText } from '@/entities/coverage/coverage-texts';
import { rangeText } from '@/entities/coverage/coverage-times';

/** Why something may have been missed, as a person would say it. */
export const causeTexts: Record<GapCause, string> = {
  too_many: 'More was posted than Reddit lists',
  budget: 'Reddit’s request limit was used up',
  forum_failed: 'Reddit did not answer properly',
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
