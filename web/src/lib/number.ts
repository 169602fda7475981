const numbers = new Intl.NumberFormat('en');

/** "1,800". */
export const numberText = (value: number): string => numbers.format(value);

/** "1 match", "1,800 matches": a number and what is counted. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${numberText(count)} ${count === 1 ? one : many}`;
