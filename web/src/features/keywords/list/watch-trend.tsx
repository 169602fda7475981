import { DayBars } from '@/components/charts/day-bars';
import { matchCountText } from '@/entities/watch/match-count';

import type { Trend } from './activity';

/** A bar for each of the last 7 days. Their space is reserved until they are known. */
export function WatchTrend({ trend }: { trend: Trend | undefined }) {
  return (
    <div className="hidden h-10 w-24 shrink-0 items-end gap-0.5 md:flex">
      {trend && <Bars {...trend} />}
    </div>
  );
}

function Bars({ days, counts, maxCount }: Trend) {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const isMore = counts.some((count) => count >= maxCount);
  const text = `Last 7 days: ${isMore ? 'over ' : ''}${matchCountText(total)}`;
  return <DayBars text={text} days={days} counts={counts} />;
}
