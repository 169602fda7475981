import { numberText } from './number';

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const DAY_HOURS = 24;

/** Formats the age of `time` (RFC 3339): "Just now", "3 min ago", "5h ago", "2d ago". */
export function ageText(time: string, nowMs = Date.now()): string {
  const minutes = Math.floor((nowMs - Date.parse(time)) / MINUTE_MS);
  if (minutes < 1) return 'Just now';
  if (minutes < HOUR_MINUTES) return `${numberText(minutes)} min ago`;
  return relativeTime(time, nowMs);
}

/** Formats the age of `time` within a sentence: "just now", "3 min ago". */
export const agoText = (time: string, nowMs = Date.now()): string =>
  ageText(time, nowMs).toLowerCase();

/**
 * Formats the age of `time` as the specification has it for notifications: 'Just now' for a whole
 * hour, then as everywhere.
 */
export function relativeTime(time: string, nowMs = Date.now()): string {
  const hours = Math.floor((nowMs - Date.parse(time)) / (HOUR_MINUTES * MINUTE_MS));
  if (hours < 1) return 'Just now';
  if (hours < DAY_HOURS) return `${numberText(hours)}h ago`;
  return `${numberText(Math.floor(hours / DAY_HOURS))}d ago`;
}
