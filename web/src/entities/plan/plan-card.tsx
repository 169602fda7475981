import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { type ReactNode, useId } from 'react';

import { Badge } from '@/components/ui/badge';
import { numberText } from '@/lib/number';

import { inDollars, type Period, type Plan, priceOf, yearlySavingPercent } from './plans';

type PlanCardProps = {
  plan: Plan;
  /** The period whose price is shown. Without it, the monthly price with the yearly one below. */
  period?: Period;
  badge?: ReactNode;
  /** Actions, at the card's foot. */
  children?: ReactNode;
};

/** A plan with its price and features; paid plans are highlighted. */
export function PlanCard({ plan, period, badge, children }: PlanCardProps) {
  const titleId = useId();
  const { id, name, features } = plan;
  const monthly = priceOf(id, 'month');
  // Not every plan has a yearly price.
  const price = (period && priceOf(id, period)) ?? monthly;
  const paid = (price?.amountMinor ?? 0) > 0;
  return (
    <article
      aria-labelledby={titleId}
      className={clsx(
        'flex flex-col rounded-card border bg-surface p-6 sm:p-8',
        paid ? 'border-brand shadow-float ring-1 ring-brand' : 'border-line shadow-card',
      )}
    >
      <header className="flex flex-wrap items-center gap-2.5">
        <h3 id={titleId} className="text-2xl">
          {name}
        </h3>
        {badge}
      </header>
      {price && (
        <p className="mt-4 flex flex-wrap items-baseline gap-x-2">
          <span className="font-display text-5xl font-semibold tracking-tight">
            {inDollars(price)}
          </span>
          <span className="text-ink-soft">
            {paid && `${price.currency} `}per {price.period}
          </span>
        </p>
      )}
      <p className="mt-2 flex flex-wrap items-center gap-2 text-ink-soft">
        {paid ? <Billing planId={id} period={period} /> : 'For as long as you like'}
      </p>
      <ul className="mt-7 grid gap-3">
        {features.map((feature) => (
          <li key={feature} className="flex gap-3">
            <Check aria-hidden className="mt-1 size-4.5 shrink-0 text-brand-text" />
            {feature}
          </li>
        ))}
      </ul>
      {children && <div className="mt-auto pt-8">{children}</div>}
    </article>
  );
}

/** The billing period of a paid plan; without `period`, the yearly price. */
function Billing({ planId, period }: { planId: string; period: Period | undefined }) {
  const yearly = priceOf(planId, 'year');
  if (period === 'month' || !yearly) return 'Billed monthly in advance';
  return (
    <>
      {period === 'year'
        ? 'Billed yearly in advance'
        : `or ${inDollars(yearly)} ${yearly.currency} per year`}
      <Badge tone="signal">Save {numberText(yearlySavingPercent(planId))}%</Badge>
    </>
  );
}
