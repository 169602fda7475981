import { useId } from 'react';

import { Badge } from '@/components/ui/badge';
import { type Period, yearlySavingPercent } from '@/entities/plan/plans';
import { numberText } from '@/lib/number';

const periods: { value: Period; label: string }[] = [
  { value: 'month', label: 'Monthly' },
  { value: 'year', label: 'Yearly' },
];

type PeriodToggleProps = { period: Period; onChange: (period: Period) => void };

/** Selects whether Pro is paid by the month or by the year. */
export function PeriodToggle({ period, onChange }: PeriodToggleProps) {
  const name = useId();
  return (
    <fieldset className="w-full min-w-0 sm:w-auto">
      <legend className="sr-only">Billing period</legend>
      <div className="grid grid-cols-2 gap-1 rounded-control @max-[17rem]:grid-cols-1 border border-line bg-sunken p-1">
        {periods.map(({ value, label }) => (
          <label
            key={value}
            className="relative flex min-h-9 cursor-pointer items-center flex-wrap justify-center gap-x-2 rounded-lg px-3 text-sm font-semibold text-ink-soft transition-colors hover:text-ink has-checked:bg-brand-soft has-checked:text-brand-text has-checked:shadow-low has-focus-visible:outline-2 has-focus-visible:outline-brand"
          >
            <input
              type="radio"
              name={name}
              value={value}
              checked={period === value}
              onChange={() => onChange(value)}
              className="absolute inset-0 cursor-pointer appearance-none rounded-lg outline-none"
            />
            {`${label} `}
            {value === 'year' && (
              <Badge tone="signal">Save {numberText(yearlySavingPercent('pro'))}%</Badge>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
