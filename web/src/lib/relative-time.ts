import { numberText } from './number';

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;

/** How long ago `time` (RFC 3339) was: 'Just now' under 1 hour, then whole hours, then days. */
export function relativeTime(time: string, nowMs = Date.now()): string {
  const hours = Math.floor((nowMs - Date.parse(time)) / HOUR_MS);
  if (hours < 1) return 'Just now';
  if (hours < DAY_HOURS) return `${numberText(hours)}h ago`;
  return `${numberText(Math.floor(hours / DAY_HOURS))}d ago`;
}
