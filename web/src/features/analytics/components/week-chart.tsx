import { ChartImage } from '@/components/charts/chart-image';
import { WeekGrid } from '@/components/charts/week-grid';
import { weekHead, type WeekHours, weekRows } from '@/components/charts/week-hours';
import { matchCountText } from '@/entities/watch/match-count';

import { busiestHourText } from '../texts';
import { ChartCard } from './chart-card';

type WeekChartProps = { hours: WeekHours; timeZone: string; fileName: string };

/** The number of matches by hour of the week. */
export function WeekChart({ hours, timeZone, fileName }: WeekChartProps) {
  return (
    <ChartCard
      title="Hours of the week"
      fileName={fileName}
      table={{ head: weekHead('Hour'), rows: weekRows(hours) }}
    >
      <ChartImage text={busiestHourText(hours)}>
        <WeekGrid hours={hours} titleOf={matchCountText} />
      </ChartImage>
      <p className="mt-2 text-xs text-ink-soft">{`${busiestHourText(hours)} Times are in ${timeZone}.`}</p>
    </ChartCard>
  );
}
