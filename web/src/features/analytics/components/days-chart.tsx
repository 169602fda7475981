import type { Analytics } from '@/api/types';
import { matchCountText } from '@/entities/watch/match-count';
import { shortDay } from '@/lib/days';
import { numberText } from '@/lib/number';

import { type Column, columnsOf } from '../columns';
import { ChartCard } from './chart-card';

const HEIGHT = 120;
/** The width of a column and the gap after it. */
const STEP = 10;
const WIDTH = 7.5;

const parts = [
  { part: 'opened', name: 'Opened', fill: 'fill-brand', dot: 'bg-brand' },
  { part: 'other', name: 'Not opened', fill: 'fill-brand/35', dot: 'bg-brand/35' },
  { part: 'notRelevant', name: 'Not relevant', fill: 'fill-line-strong', dot: 'bg-line-strong' },
] as const;

const withOther = (column: Column) => ({
  ...column,
  other: column.matches - column.opened - column.notRelevant,
});

/** The matches of each day or week, by what the user did with them. */
export function DaysChart({ analytics, fileName }: { analytics: Analytics; fileName: string }) {
  const { days, total } = analytics;
  const columns = columnsOf(days).map(withOther);
  const most = Math.max(1, ...columns.map(({ matches }) => matches));
  const byWeek = columns.length < days.length;
  const [first, last] = [columns.at(0), columns.at(-1)];
  const cells = days.map(({ day, matches, opened, notRelevant }) => ({
    day,
    numbers: [matches, opened, notRelevant],
  }));
  const summary = `${matchCountText(total.matches)}: ${numberText(total.opened)} opened, ${numberText(total.notRelevant)} not relevant. At most ${numberText(most)} in a ${byWeek ? 'week' : 'day'}.`;
  return (
    <ChartCard
      title={byWeek ? 'Matches by week' : 'Matches by day'}
      fileName={fileName}
      table={{
        head: ['Day', 'Matches', 'Opened', 'Not relevant'],
        rows: cells.map(({ day, numbers }) => [shortDay(day), ...numbers.map(numberText)]),
        cells: cells.map(({ day, numbers }) => [day, ...numbers.map(String)]),
      }}
    >
      <div role="img" aria-label={summary}>
        <div aria-hidden>
          <p className="mb-1 text-xs text-ink-faint tabular-nums">{numberText(most)}</p>
          <svg
            viewBox={`0 0 ${columns.length * STEP} ${HEIGHT}`}
            preserveAspectRatio="none"
            className="h-44 w-full border-b border-line-strong"
          >
            {columns.map((column, at) => (
              <Bars key={column.day} column={column} x={at * STEP} most={most} />
            ))}
          </svg>
          <p className="mt-1 flex justify-between text-xs text-ink-faint">
            <span>{first && shortDay(first.day)}</span>
            <span>{last && last !== first && shortDay(last.day)}</span>
          </p>
          <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-soft">
            {parts.map(({ part, name, dot }) => (
              <span key={part} className="flex items-center gap-1.5">
                <span className={`size-2.5 rounded-full ${dot}`} />
                {name}
              </span>
            ))}
          </p>
        </div>
      </div>
    </ChartCard>
  );
}

type BarsProps = { column: ReturnType<typeof withOther>; x: number; most: number };

function Bars({ column, x, most }: BarsProps) {
  const text = `${shortDay(column.day)}: ${matchCountText(column.matches)}, ${numberText(column.opened)} opened, ${numberText(column.notRelevant)} not relevant`;
  const heights = parts.map(({ part }) => (HEIGHT * column[part]) / most);
  return (
    <g>
      <title>{text}</title>
      {/* Makes the whole height above a day react to the pointer. */}
      <rect x={x} width={STEP} height={HEIGHT} fill="transparent" />
      {parts.map(({ part, fill }, at) => (
        <rect
          key={part}
          x={x + (STEP - WIDTH) / 2}
          y={HEIGHT - heights.slice(0, at + 1).reduce((sum, height) => sum + height, 0)}
          width={WIDTH}
          height={heights[at]}
          className={fill}
        />
      ))}
    </g>
  );
}
