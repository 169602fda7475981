import type { CitedPost, Insights } from '@/api/types';

import { partText } from '../numbers';
import { type NamedCategory, topCategories } from '../top-categories';
import { Fold } from './fold';
import { PostTitle } from './post-title';
import { ResultSection } from './result-section';

const MAX_POSTS = 3;

/** Shows the largest categories, each with some of its posts. */
export function BreakdownSection({ insights }: { insights: Insights }) {
  const top = topCategories(insights.categories);
  return (
    <ResultSection title="Breakdown">
      {top.length === 0 && <p className="text-ink-soft">There are no categories to show.</p>}
      <ul aria-label="Top categories" className="-mt-1.5 grid gap-x-8 md:grid-cols-2">
        {top.map((category) => (
          <Part key={category.name} category={category} posts={insights.posts} />
        ))}
      </ul>
    </ResultSection>
  );
}

type PartProps = { category: NamedCategory; posts: Insights['posts'] };

function Part({ category, posts }: PartProps) {
  const { name, method, count, percentage, n, small } = category;
  const shown = category.postIds
    .map((id) => ({ id, post: posts[id] }))
    .filter((one): one is { id: string; post: CitedPost } => !!one.post)
    .slice(0, MAX_POSTS);
  return (
    <li className="min-w-0 break-inside-avoid">
      <Fold
        summary={
          <>
            <span className="font-semibold text-ink">{name}</span>{' '}
            <span className="font-normal text-ink-soft tabular-nums">
              {partText(count, n, percentage / 100, small)}
            </span>
          </>
        }
        quiet
      >
        <p className="text-ink-soft">{method}</p>
        <ul aria-label={`Posts of ${name}`} className="grid gap-2">
          {shown.map(({ id, post }) => (
            <PostTitle key={id} post={post} />
          ))}
        </ul>
      </Fold>
    </li>
  );
}
