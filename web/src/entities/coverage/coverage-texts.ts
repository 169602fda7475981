import { numberText } from '@/lib/number';

/** The part of all posts or comments that the longer of two waits is of. */
const MOST = 0.95;

const NBSP = '\u00a0';
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Up to so many of a unit are named before the next one is. */
const MANY = 100;

/** "38%". What is not all is never shown as all, nor what is not nothing as nothing. */
export function percentText(share: number): string {
  const rounded = Math.min(Math.max(share, 0.01), share < 1 ? 0.99 : 1);
  return new Intl.NumberFormat('en', { style: 'percent' }).format(share === 0 ? 0 : rounded);
}

/** "7 s", "12 min", "5 h", "3 days": rounded up, as it is a bound. */
export function spanText(seconds: number): string {
  if (seconds < MANY) return `${whole(Math.max(seconds, 1))}${NBSP}s`;
  if (seconds < MANY * MINUTE) return `${whole(seconds / MINUTE)}${NBSP}min`;
  if (seconds < 2 * DAY) return `${whole(seconds / HOUR)}${NBSP}h`;
  return `${whole(seconds / DAY)}${NBSP}days`;
}

/** "95% within 7 s". */
export const mostWithinText = (p95Seconds: number) =>
  `${percentText(MOST)} within ${spanText(p95Seconds)}`;

const whole = (value: number) => numberText(Math.ceil(value));
