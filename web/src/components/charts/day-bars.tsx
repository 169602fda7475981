import { clsx } from 'clsx';

import { longDay } from '@/lib/days';
import { numberText } from '@/lib/number';

type DayBarsProps = {
  /** A summary of all bars. */
  text: string;
  days: readonly string[];
  counts: readonly number[];
};

/** A bar for each day, as wide as the container allows. */
export function DayBars({ text, days, counts }: DayBarsProps) {
  const most = Math.max(1, ...counts);
  const perDay = days.map((day, index) => `${longDay(day)}: ${numberText(counts[index] ?? 0)}`);
  return (
    <div
      role="img"
      aria-label={text}
      title={[text, ...perDay].join('\n')}
      className="flex size-full items-end gap-0.5"
    >
      {counts.map((count, index) => (
        <div
          key={days[index]}
          className={clsx('flex-1 rounded-t-xs', count > 0 ? 'bg-brand/70' : 'bg-line-strong/50')}
          style={{ height: `max(2px, ${Math.round((100 * count) / most)}%)` }}
        />
      ))}
    </div>
  );
}
