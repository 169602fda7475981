import type { Analytics } from '@/api/types';
import { ChartImage } from '@/components/charts/chart-image';
import { StackedColumns } from '@/components/charts/stacked-columns';
import { matchCountText } from '@/entities/watch/match-count';
import { shortDay } from '@/lib/days';
import { numberText } from '@/lib/number';

import { type Column, columnsOf } from '../columns';
import { ChartCard } from './chart-card';

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
  const summary = `${matchCountText(total.matches)}: ${numberText(total.opened)} opened, ${numberText(total.notRelevant)} not relevant. At most ${numberText(most)} in a ${byWeek ? 'week' : 'day'}.`;
  return (
    <ChartCard
      title={byWeek ? 'Matches by week' : 'Matches by day'}
      fileName={fileName}
      table={{
        head: ['Day', 'Matches', 'Opened', 'Not relevant'],
        rows: days.map(({ day, matches, opened, notRelevant }) => [
          day,
          ...[matches, opened, notRelevant],
        ]),
      }}
      nameOf={shortDay}
    >
      <ChartImage text={summary}>
        <p className="mb-1 text-xs text-ink-faint tabular-nums">{numberText(most)}</p>
        <StackedColumns columns={columns} parts={parts} titleOf={titleOf} className="h-44" />
      </ChartImage>
    </ChartCard>
  );
}

const titleOf = (column: Column) =>
  `${shortDay(column.day)}: ${matchCountText(column.matches)}, ${numberText(column.opened)} opened, ${numberText(column.notRelevant)} not relevant`;
