import { priceOf, withCurrency } from '@/entities/plan/plans';
import { asSentence } from '@/lib/sentence';

/** Formats a day: "22 December 2026". */
export const dayText = (time: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' }).format(new Date(time));

/** Formats Pro's price: "9.99 CAD per month". */
export function proPriceText(period: string): string {
  const price = priceOf('pro', period);
  return price ? `${withCurrency(price)} per ${period}` : '';
}

const statuses: Record<string, string> = {
  active: 'Active',
  trialing: 'Trial',
  past_due: 'Payment failed',
};

/** Returns the label of a subscription status. */
export const subscriptionStatusText = (status: string) =>
  statuses[status] ?? asSentence(status).replaceAll('_', ' ');
