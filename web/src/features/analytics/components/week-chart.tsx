import { counted, numberText } from '@/lib/number';

import { busiestHourText, hourText, weekdays } from '../texts';
import { ChartCard } from './chart-card';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const CELL = 10;
const GAP = 1.5;
/** So that an hour with few matches can be told from one without. */
const FAINTEST = 0.18;

type WeekChartProps = {
  hours: readonly (readonly number[])[];
  timeZone: string;
  fileName: string;
};

/** A field for each hour of the week, the stronger the more matched in it. */
export function WeekChart({ hours, timeZone, fileName }: WeekChartProps) {
  const most = Math.max(1, ...hours.flat());
  const countAt = (day: number, hour: number) => hours[day]?.[hour] ?? 0;
  const rows = (text: (count: number) => string) =>
    HOURS.map((hour) => [hourText(hour), ...weekdays.map((_, day) => text(countAt(day, hour)))]);
  return (
    <ChartCard
      title="Hours of the week"
      fileName={fileName}
      table={{
        head: ['Hour', ...weekdays.map((name) => name.slice(0, 3))],
        rows: rows(numberText),
        cells: rows(String),
      }}
    >
      <div role="img" aria-label={busiestHourText(hours)}>
        <div
          aria-hidden
          className="grid grid-cols-[auto_minmax(0,1fr)] items-stretch gap-x-2 text-xs text-ink-faint"
        >
          <div className="flex flex-col justify-around">
            {weekdays.map((name) => (
              <span key={name} className="leading-none">
                {name.slice(0, 3)}
              </span>
            ))}
          </div>
          <svg viewBox={`0 0 ${24 * CELL} ${7 * CELL}`} className="block w-full">
            {weekdays.flatMap((name, day) =>
              HOURS.map((hour) => {
                const count = countAt(day, hour);
                return (
                  <rect
                    key={`${name} ${hour}`}
                    x={hour * CELL}
                    y={day * CELL}
                    width={CELL - GAP}
                    height={CELL - GAP}
                    rx="1.5"
                    className={count === 0 ? 'fill-line' : 'fill-brand'}
                    opacity={count === 0 ? 1 : FAINTEST + (1 - FAINTEST) * (count / most)}
                  >
                    <title>{`${name}, ${hourText(hour)}: ${counted(count, 'match', 'matches')}`}</title>
                  </rect>
                );
              }),
            )}
          </svg>
          <span />
          <p className="mt-1 flex justify-between">
            {[0, 6, 12, 18, 23].map((hour) => (
              <span key={hour}>{String(hour).padStart(2, '0')}</span>
            ))}
          </p>
        </div>
      </div>
      <p className="mt-2 text-xs text-ink-soft">{`${busiestHourText(hours)} Times are in ${timeZone}.`}</p>
    </ChartCard>
  );
}
