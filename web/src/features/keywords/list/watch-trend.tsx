import { clsx } from 'clsx';

import { matchCountText } from '@/entities/watch/match-count';
import { numberText } from '@/lib/number';

import { longDay } from '../estimate/estimate-texts';
import type { Trend } from './activity';

/** A bar for each of the last 7 days. Its room is kept free until they are known. */
export function WatchTrend({ trend }: { trend: Trend | undefined }) {
  return (
    <div className="hidden h-10 w-24 shrink-0 items-end gap-0.5 md:flex">
      {trend && <Bars {...trend} />}
    </div>
  );
}

function Bars({ days, counts, maxCount }: Trend) {
  const most = Math.max(1, ...counts);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const isMore = counts.some((count) => count >= maxCount);
  const text = `Last 7 days: ${isMore ? 'over ' : ''}${matchCountText(total)}`;
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
