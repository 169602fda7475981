import { exactTimeText } from './dates';
import { counted } from './number';

const MINUTE_MS = 60_000;
const units: [string, number][] = [
  ['day', 1_440],
  ['hour', 60],
  ['minute', 1],
];

/** Returns the local time of `time` (RFC 3339), and its age in the two largest units. */
export function exactAge(time: string, nowMs = Date.now()): string {
  const then = Date.parse(time);
  let left = Math.max(Math.floor((nowMs - then) / MINUTE_MS), 0);
  const parts = units.flatMap(([unit, minutes]) => {
    const count = Math.floor(left / minutes);
    left -= count * minutes;
    return count > 0 ? [counted(count, unit)] : [];
  });
  const ago = parts.length > 0 ? `${parts.slice(0, 2).join(' ')} ago` : 'less than a minute ago';
  return `${exactTimeText(time)} (${ago})`;
}
