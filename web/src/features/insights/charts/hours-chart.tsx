import { ChartFrame } from '@/components/charts/chart-frame';

import { bestHoursText } from '../chart-texts';
import { hourText, weekdays } from '../dates';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const CELL = 10;
const GAP = 1.5;
/** So that an hour with few posts can be told from one without. */
const FAINTEST = 0.18;

/** A field for each hour of the week, the stronger the more was written in it. */
export function HoursChart({ hours }: { hours: readonly (readonly number[])[] }) {
  const most = Math.max(1, ...hours.flat());
  const rows = HOURS.map((hour) => [
    hourText(hour),
    ...weekdays.map((_, day) => String(hours[day]?.[hour] ?? 0)),
  ]);
  const head = ['Hour (UTC)', ...weekdays.map((name) => name.slice(0, 3))];
  return (
    <ChartFrame
      title="Best hours to join in (UTC)"
      summary={bestHoursText(hours)}
      table={{ head, rows }}
    >
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-stretch gap-x-2 text-xs text-ink-faint">
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
              const count = hours[day]?.[hour] ?? 0;
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
                />
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
      <p className="mt-2 text-xs text-ink-soft">{bestHoursText(hours)}</p>
    </ChartFrame>
  );
}
