import { numberText, percent } from '@/lib/number';

/** The share of posts or comments that the longer of the two delays covers. */
const MOST = 0.95;

const NBSP = '\u00a0';
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Units below this count are shown before the next larger unit is used. */
const MANY = 100;

/** Formats a share: "38%". Only everything is shown as 100%, and only nothing as 0%. */
export function percentText(share: number): string {
  const rounded = Math.min(Math.max(share, 0.01), share < 1 ? 0.99 : 1);
  return percent(share === 0 ? 0 : rounded);
}

/** Formats a duration, rounded up because it is a bound: "7 s", "12 min", "5 h", "3 days". */
export function spanText(seconds: number): string {
  if (seconds < MANY) return `${whole(Math.max(seconds, 1))}${NBSP}s`;
  if (seconds < MANY * MINUTE) return `${whole(seconds / MINUTE)}${NBSP}min`;
  if (seconds < 2 * DAY) return `${whole(seconds / HOUR)}${NBSP}h`;
  return `${whole(seconds / DAY)}${NBSP}days`;
}

/** Formats the delay that most items stay below: "95% within 7 s". */
export const mostWithinText = (p95Seconds: number) =>
  `${percentText(MOST)} within ${spanText(p95Seconds)}`;

const whole = (value: number) => numberText(Math.ceil(value));
