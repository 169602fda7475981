import { clsx } from 'clsx';
import { Check, Clock } from 'lucide-react';
import { Link } from 'react-router';

import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { paths } from '@/config/paths';
import { inDollars, type Plan, priceOf, yearlySavingPercent } from '@/lib/plans';

/** A plan with its price and what it has; a paid one stands out. */
export function PlanCard({ plan: { id, name, features, comingSoon } }: { plan: Plan }) {
  const monthly = priceOf(id, 'month');
  const paid = (monthly?.amountMinor ?? 0) > 0;
  return (
    <article
      aria-label={name}
      className={clsx(
        'flex flex-col rounded-card border bg-surface p-7 sm:p-8',
        paid ? 'border-brand shadow-float ring-1 ring-brand' : 'border-line shadow-card',
      )}
    >
      <h3 className="text-2xl">{name}</h3>
      {monthly && (
        <p className="mt-4 flex items-baseline gap-2">
          <span className="font-display text-5xl font-semibold tracking-tight">
            {inDollars(monthly)}
          </span>
          <span className="text-ink-soft">
            {paid ? `${monthly.currency} per month` : 'per month'}
          </span>
        </p>
      )}
      <YearlyPrice planId={id} />
      <ul className="mt-7 grid gap-3">
        {features.map((feature) => (
          <li key={feature} className="flex gap-3">
            <Check aria-hidden className="mt-1 size-4.5 shrink-0 text-brand-text" />
            {feature}
          </li>
        ))}
        {comingSoon.map((feature) => (
          <li key={feature} className="flex flex-wrap gap-x-3 gap-y-1 text-ink-soft">
            <Clock aria-hidden className="mt-1 size-4.5 shrink-0 text-ink-faint" />
            {feature}
            <Badge className="self-center">Coming soon</Badge>
          </li>
        ))}
      </ul>
      <div className="mt-auto pt-8">
        <Button asChild look={paid ? 'primary' : 'secondary'} size="lg" className="w-full">
          <Link to={paths.register}>{paid ? `Get started with ${name}` : 'Start free'}</Link>
        </Button>
      </div>
    </article>
  );
}

function YearlyPrice({ planId }: { planId: string }) {
  const yearly = priceOf(planId, 'year');
  if (!yearly) return <p className="mt-2 text-ink-soft">For as long as you like</p>;
  return (
    <p className="mt-2 flex flex-wrap items-center gap-2 text-ink-soft">
      or {inDollars(yearly)} {yearly.currency} per year
      <Badge tone="signal">Save {yearlySavingPercent(planId)}%</Badge>
    </p>
  );
}
