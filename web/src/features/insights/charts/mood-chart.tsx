import type { InsightDaySentiment } from '@/api/types';
import { ChartFrame } from '@/components/charts/chart-frame';
import { shortDay } from '@/lib/days';

import { moodOverTimeText } from '../chart-texts';
import { twoDecimals, whole } from '../numbers';

const HEIGHT = 120;
/** The width of a day's column and the gap after it. */
const STEP = 10;
const COLUMN = 7;

const moods = [
  { mood: 'negative', name: 'Negative', fill: 'fill-bad', dot: 'bg-bad' },
  { mood: 'neutral', name: 'Neutral', fill: 'fill-line-strong', dot: 'bg-line-strong' },
  { mood: 'positive', name: 'Positive', fill: 'fill-good', dot: 'bg-good' },
] as const;

/** A column for each day, split by mood, with negative at the bottom. */
export function MoodChart({ days }: { days: readonly InsightDaySentiment[] }) {
  const most = Math.max(1, ...days.map((day) => day.positive + day.neutral + day.negative));
  const [first, last] = [days.at(0), days.at(-1)];
  const rows = days.map(({ day, positive, neutral, negative, average }) => [
    shortDay(day),
    ...[positive, neutral, negative].map(whole),
    positive + neutral + negative === 0 ? '–' : twoDecimals(average),
  ]);
  const head = ['Day', 'Positive', 'Neutral', 'Negative', 'Average (-1 to 1)'];
  return (
    <ChartFrame title="Sentiment over time" summary={moodOverTimeText(days)} table={{ head, rows }}>
      <svg
        viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-30 w-full border-b border-line-strong"
      >
        {days.map((day, at) => (
          <Column key={day.day} day={day} x={at * STEP + (STEP - COLUMN) / 2} most={most} />
        ))}
      </svg>
      <p className="mt-1 flex justify-between text-xs text-ink-faint">
        <span>{first && shortDay(first.day)}</span>
        <span>{last && last !== first && shortDay(last.day)}</span>
      </p>
      <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-soft [print-color-adjust:exact]">
        {moods.map(({ mood, name, dot }) => (
          <span key={mood} className="flex items-center gap-1.5">
            <span className={`size-2.5 rounded-full ${dot}`} />
            {name}
          </span>
        ))}
      </p>
    </ChartFrame>
  );
}

function Column({ day, x, most }: { day: InsightDaySentiment; x: number; most: number }) {
  const heights = moods.map(({ mood }) => (HEIGHT * day[mood]) / most);
  return moods.map(({ mood, fill }, at) => {
    const below = heights.slice(0, at).reduce((sum, height) => sum + height, 0);
    const height = heights[at] ?? 0;
    const y = HEIGHT - below - height;
    return <rect key={mood} x={x} y={y} width={COLUMN} height={height} className={fill} />;
  });
}
