import type { Insights } from '@/api/types';

import { barsText } from '../chart-texts';
import { BarChart } from '../charts/bar-chart';
import { whole } from '../numbers';
import { chartCategories } from '../top-categories';
import { EvidenceNote } from './evidence-note';
import { ResultSection } from './result-section';

/** What the posts are: their kinds, and the words that set them apart. */
export function CategoriesSection({ insights: { categories, topics } }: { insights: Insights }) {
  const bars = chartCategories(categories).map(({ name, count, percentage }) => ({
    name,
    value: count,
    label: `${whole(count)} (${Math.round(percentage)}%)`,
    cells: [whole(count), `${Math.round(percentage)}%`],
  }));
  return (
    <ResultSection title="Categories">
      {bars.length === 0 ? (
        <p className="text-ink-soft">No post fits a category.</p>
      ) : (
        <BarChart
          title="Discussions by category"
          summary={barsText('Discussions by category', bars)}
          head={['Category', 'Discussions', 'Share']}
          bars={bars}
        />
      )}
      {topics.length > 0 && (
        <>
          <h4 className="mt-6 font-semibold">Topics</h4>
          <p className="text-sm text-ink-soft">{topics[0]?.method}</p>
          <ul
            aria-label="Topics"
            className="mt-2 grid gap-x-8 gap-y-2.5 sm:grid-cols-2 lg:grid-cols-3"
          >
            {topics.map(({ term, count, n, small, posts }) => (
              <li key={term} className="min-w-0 break-inside-avoid">
                <p className="text-sm font-semibold wrap-anywhere">
                  {term}{' '}
                  <span className="font-normal text-ink-faint tabular-nums">{whole(count)}</span>
                </p>
                <EvidenceNote n={n} small={small} posts={posts} />
              </li>
            ))}
          </ul>
        </>
      )}
    </ResultSection>
  );
}
