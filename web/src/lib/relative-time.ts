import { counted, numberText } from './number';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;

/** Formats the age of `time` (RFC 3339): 'Just now' under 1 hour, then whole hours, then days. */
export function relativeTime(time: string, nowMs = Date.now()): string {
  const hours = Math.floor((nowMs - Date.parse(time)) / HOUR_MS);
  if (hours < 1) return 'Just now';
  if (hours < DAY_HOURS) return `${numberText(hours)}h ago`;
  return `${numberText(Math.floor(hours / DAY_HOURS))}d ago`;
}

/** Formats the age of `time` (RFC 3339): "just now", "12 minutes ago", "3 hours ago". */
export function agoText(time: string, nowMs = Date.now()): string {
  const minutes = Math.floor((nowMs - Date.parse(time)) / MINUTE_MS);
  if (minutes < 1) return 'just now';
  const hours = Math.floor((minutes * MINUTE_MS) / HOUR_MS);
  if (hours < 1) return `${counted(minutes, 'minute')} ago`;
  if (hours < DAY_HOURS) return `${counted(hours, 'hour')} ago`;
  return `${counted(Math.floor(hours / DAY_HOURS), 'day')} ago`;
}
