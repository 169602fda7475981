import type { Watch } from '@/api/types';

type Unreadable = NonNullable<Watch['unreadableSubreddits']>[number];

const WEEK_MS = 7 * 24 * 3_600_000;

/** Why nothing comes from a subreddit, and since when that is known where it may change. */
export function unreadableText(
  { name, reason, since }: Unreadable,
  timeZone: string,
  now = Date.now(),
): string {
  const isRecent = now - Date.parse(since) < WEEK_MS;
  const day = new Intl.DateTimeFormat('en', {
    timeZone,
    ...(isRecent ? { weekday: 'long' } : { day: 'numeric', month: 'long' }),
  }).format(new Date(since));
  if (reason === 'private') return `r/${name} is private since ${day}: nothing comes from it`;
  if (reason === 'banned') return `r/${name} is banned: nothing comes from it`;
  return `There is no r/${name}: check its name`;
}
