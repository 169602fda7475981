import { Check, Hourglass } from 'lucide-react';

import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import {
  inDollars,
  type Plan,
  plans,
  priceOf,
  withCurrency,
  yearlySavingPercent,
} from '@/lib/plans';

/** What the plans hold and cost; `current` is the id of the user's own. */
export function PlanCards({ current }: { current: string }) {
  return (
    <div className="grid gap-4 md:grid-cols-2">
      {plans.map((plan) => (
        <PlanCard key={plan.id} plan={plan} isCurrent={plan.id === current} />
      ))}
    </div>
  );
}

function PlanCard({ plan, isCurrent }: { plan: Plan; isCurrent: boolean }) {
  const month = priceOf(plan.id, 'month');
  const year = priceOf(plan.id, 'year');
  return (
    <Card className="flex flex-col gap-5 p-6">
      <header>
        <h3 className="flex items-center gap-2.5 text-xl">
          {plan.name}
          {isCurrent && <Badge tone="brand">Your plan</Badge>}
        </h3>
        {month && (
          <p className="mt-2">
            <span className="font-display text-3xl font-semibold">{inDollars(month)}</span>
            <span className="text-ink-faint">
              {month.amountMinor > 0 && ` ${month.currency}`} per month
            </span>
          </p>
        )}
        {year && (
          <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-ink-faint">
            or {withCurrency(year)} per year
            <Badge tone="signal">Save {yearlySavingPercent(plan.id)}%</Badge>
          </p>
        )}
      </header>
      <ul className="grid gap-2">
        {plan.features.map((feature) => (
          <li key={feature} className="flex items-center gap-2.5">
            <Check aria-hidden className="size-4.5 shrink-0 text-good" />
            {feature}
          </li>
        ))}
        {plan.comingSoon.map((feature) => (
          <li key={feature} className="flex items-center gap-2.5 text-ink-faint">
            <Hourglass aria-hidden className="size-4.5 shrink-0" />
            {feature} (coming soon)
          </li>
        ))}
      </ul>
      {plan.id === 'pro' && !isCurrent && (
        <Button disabled className="mt-auto">
          Upgrading is not possible yet
        </Button>
      )}
    </Card>
  );
}
