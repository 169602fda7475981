import { counted, decimalText, numberText } from '@/lib/number';

const percents = new Intl.NumberFormat('en', { style: 'percent' });
const changes = new Intl.NumberFormat('en', { style: 'percent', signDisplay: 'exceptZero' });

/** A number that the forum may not have given. */
type Known = number | null | undefined;

/** "1,204". */
export const whole = (value: number) => numberText(Math.round(value));

/** "12.3"; "–" for a number that is not known. */
export const oneDecimal = (value: Known) =>
  typeof value === 'number' ? decimalText(value, 1) : '–';

/** "0.45"; "–" for a number that is not known. */
export const twoDecimals = (value: Known) =>
  typeof value === 'number' ? decimalText(value, 2) : '–';

/** "1,204", or "–" for a number that is not known. */
export const wholeIfKnown = (value: Known) => (typeof value === 'number' ? whole(value) : '–');

/** "34%", of a share from 0 to 1. */
export const percent = (share: number) => percents.format(share);

/** "+34%", "-3%", "0%", of a share of what was before. */
export const signedPercent = (share: number) => changes.format(share);

/** "12 (34%)"; "3 of 7" where they are so few that a share would look like more than it is. */
export const partText = (count: number, of: number, share: number, small: boolean) =>
  small ? `${whole(count)} of ${whole(of)}` : `${whole(count)} (${percent(share)})`;

/** "1 discussion", "1,204 discussions". */
export const discussionsText = (count: number) => counted(count, 'discussion');

/** How much `now` is beside `before`: "+12%", "-3%", "no change"; null where that says nothing. */
export function changeText(now: Known, before: Known): string | null {
  if (typeof now !== 'number' || typeof before !== 'number') return null;
  if (now === before) return 'no change';
  // A share of nothing has no meaning.
  if (before <= 0) return now > 0 ? 'new' : null;
  const text = signedPercent((now - before) / before);
  return text === '0%' ? 'no change' : text;
}
