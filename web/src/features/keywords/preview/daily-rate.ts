/**
 * How many matches a day `matches` of `searched` items promise, for a person, when `perDay` items
 * come a day. Rounded to two digits: more would claim a precision that a sample does not have.
 */
export function estimatedRateText(
  matches: number,
  searched: number,
  perDay: number,
): string | null {
  if (matches === 0 || searched === 0 || perDay <= 0) return null;
  return dailyRateText((perDay * matches) / searched);
}

// Made once: it takes longer than to find the matches of a keyword.
const figures = new Intl.NumberFormat('en');

/** So many matches a day, for a person. */
export function dailyRateText(daily: number): string {
  if (daily < 1) return 'less than 1 a day';
  const rounded = daily < 10 ? Math.round(daily) : Number(daily.toPrecision(2));
  return `about ${figures.format(rounded)} a day`;
}
