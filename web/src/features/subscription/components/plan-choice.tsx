import { useState } from 'react';

import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { PlanCard } from '@/entities/plan/plan-card';
import { type Period, plans } from '@/entities/plan/plans';

import { useCheckout } from '../api/checkout';
import { proPriceText } from '../subscription-texts';
import { CallFailed } from './call-failed';
import { PeriodToggle } from './period-toggle';

/** The plans that a Free user can choose from. */
export function PlanChoice() {
  const [period, setPeriod] = useState<Period>('month');
  const checkout = useCheckout();
  // Stays busy until the payment page appears.
  const busy = checkout.isPending || checkout.isSuccess;

  return (
    <section aria-labelledby="plans-title" className="@container grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="plans-title" className="text-xl">
          Choose your plan
        </h2>
        <PeriodToggle period={period} onChange={setPeriod} />
      </div>
      <div className="grid grid-cols-1 gap-4 md:grid-cols-2 lg:gap-6">
        {plans.map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            period={period}
            badge={plan.id === 'free' && <Badge tone="brand">Your plan</Badge>}
          >
            {plan.id === 'pro' && (
              <>
                {checkout.error && (
                  <div className="mb-5">
                    <CallFailed
                      title="The payment page could not be opened"
                      error={checkout.error}
                    />
                  </div>
                )}
                <Button
                  size="lg"
                  className="w-full"
                  busy={busy}
                  onClick={() => checkout.mutate(period)}
                >
                  {busy ? 'Opening the payment page...' : 'Upgrade to Pro'}
                </Button>
                <p className="mt-3 text-sm text-ink-faint">
                  {proPriceText(period)}, billed in advance until you cancel. New subscribers have a
                  30-day money-back guarantee.
                </p>
              </>
            )}
          </PlanCard>
        ))}
      </div>
    </section>
  );
}
