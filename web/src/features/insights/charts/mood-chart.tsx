import type { InsightDaySentiment } from '@/api/types';
import { ChartFrame } from '@/components/charts/chart-frame';
import { moods } from '@/components/charts/moods';
import type { ChartRow } from '@/components/charts/number-table';
import { StackedColumns } from '@/components/charts/stacked-columns';
import { shortDay } from '@/lib/days';

import { moodOverTimeText } from '../chart-texts';
import { twoDecimals, whole } from '../numbers';

/** A column for each day, split by mood, with negative at the bottom. */
export function MoodChart({ days }: { days: readonly InsightDaySentiment[] }) {
  const rows = days.map(({ day, positive, neutral, negative, average }): ChartRow => [
    shortDay(day),
    ...[positive, neutral, negative].map(whole),
    positive + neutral + negative === 0 ? '–' : twoDecimals(average),
  ]);
  const head = ['Day', 'Positive', 'Neutral', 'Negative', 'Average (-1 to 1)'];
  return (
    <ChartFrame title="Sentiment over time" summary={moodOverTimeText(days)} table={{ head, rows }}>
      <StackedColumns columns={days} parts={moods.toReversed()} className="h-30" />
    </ChartFrame>
  );
}
