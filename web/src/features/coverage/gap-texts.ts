import type { CoverageGap } from '@/api/types';
import { spanText } from '@/entities/coverage/coverage-texts';
import { rangeText } from '@/entities/coverage/coverage-times';
import { isSite, siteLabel } from '@/lib/places';

/** Explains why something may have been missed. */
export function causeText({ cause, place }: Pick<CoverageGap, 'cause' | 'place'>): string {
  const site = siteLabel(place);
  switch (cause) {
    case 'too_many':
      return `More was posted than ${site} lists`;
    case 'budget':
      return `${possessive(site)} request limit was used up`;
    case 'forum_failed':
      return `${site} did not answer properly`;
    case 'hidden':
      return isSite(place) ? `${site} does not show it` : `${site} does not show this subreddit`;
    case 'turned_over':
      return 'More was published between two readings than the feed lists';
    case 'away':
      return 'Harken was not reading for too long';
  }
}

const possessive = (name: string) => `${name}${name.endsWith('s') ? '’' : '’s'}`;

/** Formats the time of a gap: "14 Nov, 09:12 to 09:40 (28 min)". */
export function gapTimeText(
  { startedAt, endedAt }: CoverageGap,
  timeZone: string,
  now = Date.now(),
): string {
  const seconds = (Date.parse(endedAt) - Date.parse(startedAt)) / 1000;
  return `${rangeText(startedAt, endedAt, timeZone, now)} (${spanText(seconds)})`;
}
