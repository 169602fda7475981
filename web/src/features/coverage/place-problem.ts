import type { PlaceCoverage } from '@/api/types';
import { sinceDay } from '@/lib/since-day';

/** Explains why a subreddit cannot be read or was not read yet; null if there is no problem. */
export function problemText(
  { problem, problemSince, posts, comments }: PlaceCoverage,
  timeZone: string,
  now = Date.now(),
): string | null {
  switch (problem) {
    case 'private':
      return problemSince ? `Private since ${sinceDay(problemSince, timeZone, now)}` : 'Private';
    case 'banned':
      return 'Banned';
    case 'not_found':
    case 'invalid_name':
      return 'Does not exist';
    case null:
      return posts || comments ? null : 'Waiting to be read for the first time';
  }
}
