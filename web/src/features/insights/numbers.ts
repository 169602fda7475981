import { counted, decimalText, numberText, percent, signedPercent } from '@/lib/number';

/** A number that the forum may not report. */
type Known = number | null | undefined;

/** Formats a number as "1,204". */
export const whole = (value: number) => numberText(Math.round(value));

/** Formats a number as "12.3", or as "–" if it is unknown. */
export const oneDecimal = (value: Known) =>
  typeof value === 'number' ? decimalText(value, 1) : '–';

/** Formats a number as "0.45", or as "–" if it is unknown. */
export const twoDecimals = (value: Known) =>
  typeof value === 'number' ? decimalText(value, 2) : '–';

/** Formats a number as "1,204", or as "–" if it is unknown. */
export const wholeIfKnown = (value: Known) => (typeof value === 'number' ? whole(value) : '–');

/** Returns "12 (34%)", or "3 of 7" where a share would look more precise than it is. */
export const partText = (count: number, of: number, share: number, small: boolean) =>
  small ? `${whole(count)} of ${whole(of)}` : `${whole(count)} (${percent(share)})`;

/** Returns "1 discussion" or "1,204 discussions". */
export const discussionsText = (count: number) => counted(count, 'discussion');

/** Compares `now` with `before`: "+12%", "-3%", "no change"; null if that has no meaning. */
export function changeText(now: Known, before: Known): string | null {
  if (typeof now !== 'number' || typeof before !== 'number') return null;
  if (now === before) return 'no change';
  // A share of nothing has no meaning.
  if (before <= 0) return now > 0 ? 'new' : null;
  const text = signedPercent((now - before) / before);
  return text === '0%' ? 'no change' : text;
}
