import { priceOf, withCurrency } from '@/entities/plan/plans';

/** A day as it is written out: "22 December 2026". */
export const dayText = (time: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' }).format(new Date(time));

/** "9.99 CAD per month". */
export function proPriceText(period: string): string {
  const price = priceOf('pro', period);
  return price ? `${withCurrency(price)} per ${period}` : '';
}

const statuses: Record<string, string> = {
  active: 'Active',
  trialing: 'Trial',
  past_due: 'Payment failed',
};

/** A subscription's status for a person. */
export const subscriptionStatusText = (status: string) =>
  statuses[status] ?? (status.charAt(0).toUpperCase() + status.slice(1)).replaceAll('_', ' ');
