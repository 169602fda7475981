import { WeekGrid } from '@/components/charts/week-grid';
import { weekHead, type WeekHours, weekRows } from '@/components/charts/week-hours';
import { matchCountText } from '@/entities/watch/match-count';
import { numberText } from '@/lib/number';

import { busiestHourText } from '../texts';
import { ChartCard } from './chart-card';

type WeekChartProps = { hours: WeekHours; timeZone: string; fileName: string };

/** The number of matches by hour of the week. */
export function WeekChart({ hours, timeZone, fileName }: WeekChartProps) {
  return (
    <ChartCard
      title="Hours of the week"
      fileName={fileName}
      table={{
        head: weekHead('Hour'),
        rows: weekRows(hours, numberText),
        cells: weekRows(hours, String),
      }}
    >
      <div role="img" aria-label={busiestHourText(hours)}>
        <div aria-hidden>
          <WeekGrid hours={hours} titleOf={matchCountText} />
        </div>
      </div>
      <p className="mt-2 text-xs text-ink-soft">{`${busiestHourText(hours)} Times are in ${timeZone}.`}</p>
    </ChartCard>
  );
}
