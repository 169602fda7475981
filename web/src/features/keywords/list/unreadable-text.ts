import type { Watch } from '@/api/types';
import { placeLabel } from '@/lib/places';
import { sinceDay } from '@/lib/since-day';

type Unreadable = NonNullable<Watch['unreadableSubreddits']>[number];

/** Returns why a subreddit cannot be read and, where that may change, since when. */
export function unreadableText(
  { name, reason, since }: Unreadable,
  timeZone: string,
  now = Date.now(),
): string {
  if (reason === 'private') {
    return `${placeLabel(name)} has been private since ${sinceDay(since, timeZone, now)} and cannot be read`;
  }
  if (reason === 'banned') return `${placeLabel(name)} is banned and cannot be read`;
  return `${placeLabel(name)} does not exist. Check the name`;
}
