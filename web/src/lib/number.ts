const numbers = new Intl.NumberFormat('en');

/** Formats a number: "1,800". */
export const numberText = (value: number): string => numbers.format(value);

/** Formats a number with exactly `digits` fraction digits: "0.45", "12.0". */
export const decimalText = (value: number, digits: number): string =>
  roundedText(value, digits, digits);

/** Formats a number with at most `most` fraction digits: "3.6", "12". */
export const roundedText = (value: number, most: number, least = 0): string =>
  new Intl.NumberFormat('en', {
    minimumFractionDigits: least,
    maximumFractionDigits: most,
  }).format(value);

const percents = new Intl.NumberFormat('en', { style: 'percent' });
const changes = new Intl.NumberFormat('en', { style: 'percent', signDisplay: 'exceptZero' });

/** Formats a share from 0 to 1 as "34%". */
export const percent = (share: number): string => percents.format(share);

/** Formats a relative change as "+34%", "-3%" or "0%". */
export const signedPercent = (share: number): string => changes.format(share);

/** Formats a number with what it counts: "1 match", "1,800 matches". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${numberText(count)} ${count === 1 ? one : many}`;
