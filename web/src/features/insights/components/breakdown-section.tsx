import type { CitedPost, Insights } from '@/api/types';

import { discussionsText } from '../numbers';
import { type NamedCategory, topCategories } from '../top-categories';
import { EvidenceNote } from './evidence-note';
import { PostTitle } from './post-title';
import { ResultSection } from './result-section';

const MAX_POSTS = 3;

/** The greatest categories with some of the posts that they were made from. */
export function BreakdownSection({ insights }: { insights: Insights }) {
  const top = topCategories(insights.categories);
  return (
    <ResultSection title="Breakdown">
      {top.length === 0 && <p className="text-ink-soft">There is nothing to break down.</p>}
      <ul aria-label="Top categories" className="grid gap-x-8 gap-y-6 md:grid-cols-2">
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
      <h4 className="flex flex-wrap items-baseline justify-between gap-x-3 font-semibold">
        {name}
        <span className="text-sm font-normal text-ink-soft tabular-nums">
          {`${discussionsText(count)}, ${Math.round(percentage)}%`}
        </span>
      </h4>
      <p className="text-sm text-ink-soft">{method}</p>
      <ul aria-label={`Posts of ${name}`} className="mt-2.5 grid gap-2">
        {shown.map(({ id, post }) => (
          <PostTitle key={id} post={post} />
        ))}
      </ul>
      <EvidenceNote n={n} small={small} posts={[]} />
    </li>
  );
}
