import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';

import type { InsightsResult } from '@/api/types';
import { moods } from '@/components/charts/moods';
import { paths } from '@/config/paths';
import { latestQuery } from '@/entities/insights/latest';
import { shortDay } from '@/lib/days';
import { counted, numberText } from '@/lib/number';

import { ChartCard } from './chart-card';

/** The mood of each keyword in the last AI insights; nothing if they are missing or too small. */
export function MoodCard({ keyword }: { keyword: string | undefined }) {
  const { data } = useQuery(latestQuery);
  const result = data?.result;
  return result ? <Moods result={result} keyword={keyword} /> : null;
}

function Moods({ result, keyword }: { result: InsightsResult; keyword: string | undefined }) {
  const rows = result.keywordInsights
    .filter(({ insights }) => insights.sections.sentiment.shown)
    .filter((one) => keyword === undefined || one.keyword === keyword)
    .map(({ keyword: name, insights: { sentiment, range } }) => ({
      name,
      range,
      counts: moods.map(({ part }) => sentiment[part]),
    }));
  const range = rows[0]?.range;
  if (!range) return null;
  const day = result.generatedAt.slice(0, 10);
  return (
    <ChartCard
      title="Mood"
      fileName={`harken-mood-${day}.csv`}
      table={{
        head: ['Keyword', ...moods.map(({ name }) => name)],
        rows: rows.map(({ name, counts }) => [name, ...counts]),
      }}
    >
      <ul className="grid gap-4">
        {rows.map(({ name, counts }) => (
          <li key={name}>
            <Mood name={name} counts={counts} />
          </li>
        ))}
      </ul>
      <p className="mt-4 text-xs text-ink-soft">
        {`Discussions since ${shortDay(range.from)}, as `}
        <Link to={paths.aiInsights} className="font-semibold text-brand-text hover:underline">
          AI insights
        </Link>
        {` found them on ${shortDay(result.generatedAt)}, whatever days are chosen above.`}
      </p>
    </ChartCard>
  );
}

/** The shares of moods as a bar and in words. */
function Mood({ name, counts }: { name: string; counts: readonly number[] }) {
  const all = counts.reduce((sum, count) => sum + count, 0);
  const text = moods.map(({ name }, at) => `${numberText(counts[at] ?? 0)} ${name.toLowerCase()}`);
  return (
    <>
      <p className="flex flex-wrap justify-between gap-x-3 text-sm">
        <bdi className="font-semibold">{name}</bdi>
        <span className="text-ink-soft">{`${text.join(', ')} of ${counted(all, 'discussion')}`}</span>
      </p>
      <div aria-hidden className="mt-1.5 flex h-2.5 overflow-hidden rounded-full bg-sunken">
        {moods.map(({ part, dot }, at) => (
          <span
            key={part}
            className={dot}
            style={{ width: `${(100 * (counts[at] ?? 0)) / Math.max(1, all)}%` }}
          />
        ))}
      </div>
    </>
  );
}
