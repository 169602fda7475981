import { ChartFrame } from '@/components/charts/chart-frame';
import { WeekGrid } from '@/components/charts/week-grid';
import { weekHead, type WeekHours, weekRows } from '@/components/charts/week-hours';

import { bestHoursText } from '../chart-texts';

/** Shows when most discussions start, by the hour of the week. */
export function HoursChart({ hours }: { hours: WeekHours }) {
  return (
    <ChartFrame
      title="Best hours to join in (UTC)"
      summary={bestHoursText(hours)}
      table={{ head: weekHead('Hour (UTC)'), rows: weekRows(hours) }}
    >
      <WeekGrid hours={hours} />
      <p className="mt-2 text-xs text-ink-soft">{bestHoursText(hours)}</p>
    </ChartFrame>
  );
}
