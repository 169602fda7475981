/**
 * Returns the expected number of matches a day, as text, from `matches` of `searched` items when
 * `perDay` items arrive a day. Rounded to two digits, since a sample has no greater precision.
 */
export function estimatedRateText(
  matches: number,
  searched: number,
  perDay: number,
): string | null {
  if (matches === 0 || searched === 0 || perDay <= 0) return null;
  return dailyRateText((perDay * matches) / searched);
}

// Created once: that takes longer than finding the matches of a keyword.
const figures = new Intl.NumberFormat('en');

/** Formats a number of matches a day. */
export function dailyRateText(daily: number): string {
  if (daily < 1) return 'less than 1 a day';
  const rounded = daily < 10 ? Math.round(daily) : Number(daily.toPrecision(2));
  return `about ${figures.format(rounded)} a day`;
}
