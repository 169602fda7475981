import type { FollowedFeed } from '@/api/types';
import { dateTimeText } from '@/lib/dates';

type Health = { tone: 'good' | 'neutral' | 'bad'; text: string };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Describes the status of a feed. */
export function feedHealth(
  { isStopped, readAt, failures, error }: FollowedFeed,
  now = Date.now(),
): Health {
  if (isStopped) return { tone: 'bad', text: 'Stopped: the address no longer exists' };
  if (failures > 0) {
    const since = readAt ? `Not read since ${dateTimeText(readAt)}` : 'Could not be read yet';
    return { tone: 'bad', text: error ? `${since}: ${error}` : since };
  }
  if (readAt === null) return { tone: 'neutral', text: 'Waiting to be read for the first time' };
  return { tone: 'good', text: `Checked ${agoText(readAt, now)}` };
}

/** Formats the time since `time`: "just now", "5 minutes ago", "2 hours ago". */
function agoText(time: string, now: number): string {
  const ago = now - Date.parse(time);
  const format = new Intl.RelativeTimeFormat('en');
  if (ago < MINUTE_MS) return 'just now';
  if (ago < HOUR_MS) return format.format(-Math.floor(ago / MINUTE_MS), 'minute');
  if (ago < DAY_MS) return format.format(-Math.floor(ago / HOUR_MS), 'hour');
  return format.format(-Math.floor(ago / DAY_MS), 'day');
}
