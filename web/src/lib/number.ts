const numbers = new Intl.NumberFormat('en');

/** "1,800". */
export const numberText = (value: number): string => numbers.format(value);

/** "0.45", "12.0": with exactly `digits` after the point. */
export const decimalText = (value: number, digits: number): string =>
  roundedText(value, digits, digits);

/** "3.6", "12": with at most `most` digits after the point. */
export const roundedText = (value: number, most: number, least = 0): string =>
  new Intl.NumberFormat('en', {
    minimumFractionDigits: least,
    maximumFractionDigits: most,
  }).format(value);

/** "1 match", "1,800 matches": a number and what is counted. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${numberText(count)} ${count === 1 ? one : many}`;
