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

/** Formats a number with what it counts: "1 match", "1,800 matches". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${numberText(count)} ${count === 1 ? one : many}`;
