import { counted, decimalText, numberText } from '@/lib/number';

const percents = new Intl.NumberFormat('en', { style: 'percent' });
const changes = new Intl.NumberFormat('en', { style: 'percent', signDisplay: 'exceptZero' });

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

/** Formats a share from 0 to 1 as "34%". */
export const percent = (share: number) => percents.format(share);

/** Formats a relative change as "+34%", "-3%" or "0%". */
export const signedPercent = (share: number) => changes.format(share);

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
