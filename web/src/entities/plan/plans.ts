import table from '@/api/plans.json';
import { decimalText } from '@/lib/number';

/** The one table of plans, as the server's own code prints it. */
export const { plans, freeKeywordLimit } = table;

export type Plan = (typeof plans)[number];
export type Price = Plan['prices'][number];
/** What one payment pays for. */
export type Period = 'month' | 'year';

/** What a plan costs for one `month` or `year`; it may not be sold for that. */
export function priceOf(planId: string, period: string): Price | undefined {
  return plans.find(({ id }) => id === planId)?.prices.find((price) => price.period === period);
}

/** "$9.99", "$0". */
export function inDollars({ amountMinor, currency }: Price): string {
  return new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    trailingZeroDisplay: 'stripIfInteger',
  }).format(amountMinor / 100);
}

/** "9.99 CAD". */
export const withCurrency = ({ amountMinor, currency }: Omit<Price, 'period'>): string =>
  `${decimalText(amountMinor / 100, 2)} ${currency}`;

/** How much less a year costs than twelve months, in whole per cent. */
export function yearlySavingPercent(planId: string): number {
  const monthly = priceOf(planId, 'month');
  const yearly = priceOf(planId, 'year');
  if (!monthly?.amountMinor || !yearly) return 0;
  return Math.round((1 - yearly.amountMinor / (12 * monthly.amountMinor)) * 100);
}
