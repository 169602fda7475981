import type { Insights } from '@/api/types';
import { BarChart } from '@/components/charts/bar-chart';
import { percent } from '@/lib/number';

import { barsText } from '../chart-texts';
import { partText, whole } from '../numbers';
import { chartCategories } from '../top-categories';
import { EvidenceNote } from './evidence-note';
import { Fold } from './fold';
import { NotYet } from './not-yet';
import { ResultSection } from './result-section';

/** Shows the categories of the posts and the words that set them apart. */
export function CategoriesSection({ insights }: { insights: Insights }) {
  const { categories, topics, sections } = insights;
  const bars = chartCategories(categories).map(({ name, count, percentage, n, small }) => ({
    name,
    value: count,
    label: partText(count, n, percentage / 100, small),
    cells: [whole(count), percent(percentage / 100)],
  }));
  const all = Object.values(categories);
  const sum = all.reduce((total, { count }) => total + count, 0);
  return (
    <ResultSection title="Categories">
      {bars.length === 0 ? (
        <p className="text-ink-soft">None of the posts fits a category.</p>
      ) : (
        <BarChart
          title="Discussions by category"
          summary={barsText('Discussions by category', bars)}
          head={['Category', 'Discussions', 'Share']}
          bars={bars}
        />
      )}
      {sum > (all[0]?.n ?? 0) && (
        <p className="mt-1.5 text-xs text-ink-soft">
          A discussion can be in several, so shares add up to more than 100%.
        </p>
      )}
      {topics.length > 0 && <Topics topics={topics} />}
      <NotYet sections={sections} names={['topics']} />
    </ResultSection>
  );
}

function Topics({ topics }: Pick<Insights, 'topics'>) {
  return (
    <>
      <div className="mt-3.5 flex flex-wrap items-baseline gap-x-3 gap-y-2">
        <h4 className="font-semibold">Topics</h4>
        <ul aria-label="Topics" className="flex flex-wrap gap-2">
          {topics.map(({ term, count }) => (
            <li
              key={term}
              className="rounded-full border border-line px-3 py-0.5 text-sm font-medium"
            >
              <bdi>{term}</bdi>{' '}
              <span className="font-normal text-ink-faint tabular-nums">{whole(count)}</span>
            </li>
          ))}
        </ul>
      </div>
      <Fold summary="Posts with each topic">
        <p className="text-ink-soft">{topics[0]?.method}</p>
        <ul className="grid gap-1.5">
          {topics.map(({ term, n, small, posts }) => (
            <li key={term}>
              <p dir="auto" className="font-semibold">
                {term}
              </p>
              <EvidenceNote n={n} small={small} posts={posts} />
            </li>
          ))}
        </ul>
      </Fold>
    </>
  );
}
