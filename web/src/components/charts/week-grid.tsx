import { hourText, weekdays } from '@/lib/days';

import { countAt, HOURS, type WeekHours } from './week-hours';

const CELL = 10;
const GAP = 1.5;
/** The lowest opacity, so that an hour with few matches differs from an empty one. */
const FAINTEST = 0.18;

type WeekGridProps = {
  hours: WeekHours;
  /** Returns the tooltip of an hour. */
  titleOf?: (count: number) => string;
};

/** A cell for each hour of the week, more opaque the more it counts. */
export function WeekGrid({ hours, titleOf }: WeekGridProps) {
  const most = Math.max(1, ...hours.flat());
  return (
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
            const count = countAt(hours, day, hour);
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
                {titleOf && <title>{`${name}, ${hourText(hour)}: ${titleOf(count)}`}</title>}
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
  );
}
