import type { SubscriptionStatus } from '@/api/types';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { freeKeywordLimit, plans } from '@/entities/plan/plans';
import { numberText } from '@/lib/number';

import { dayText, proPriceText, subscriptionStatusText } from '../subscription-texts';
import { BillingActions } from './billing-actions';
import { PlanWarning } from './plan-warning';

/** The user's plan and the actions on it. */
export function CurrentPlan({ status }: { status: SubscriptionStatus }) {
  const { isPro, subscription } = status;
  const name = plans.find(({ id }) => id === subscription.plan)?.name ?? subscription.plan;
  const isFine = subscription.status === 'active' || subscription.status === 'trialing';
  return (
    <Card className="grid gap-5 p-5 sm:p-6">
      <div>
        <h2 className="font-sans text-sm font-medium tracking-normal text-ink-soft">
          Current plan
        </h2>
        <p className="mt-1 flex flex-wrap items-center gap-3">
          <span className="font-display text-3xl font-semibold">{name}</span>
          <Badge tone={isFine ? 'good' : 'bad'}>
            {subscriptionStatusText(subscription.status)}
          </Badge>
        </p>
        <p className="mt-1 text-ink-soft">{isPro ? proText(subscription) : freeText}</p>
      </div>
      <PlanWarning subscription={subscription} />
      {isPro && <BillingActions status={status} />}
    </Card>
  );
}

const freeText = `Free of charge, with up to ${numberText(freeKeywordLimit)} keywords.`;

function proText(subscription: SubscriptionStatus['subscription']): string {
  const { interval, currentPeriodEnd, cancelAtPeriodEnd, status } = subscription;
  if (!interval || !currentPeriodEnd) return 'You are not charged for it.';
  // An unpaid plan has no renewal date.
  if (status === 'past_due') return proPriceText(interval);
  const next = cancelAtPeriodEnd ? 'paid until' : 'renews on';
  return `${proPriceText(interval)}, ${next} ${dayText(currentPeriodEnd)}`;
}
