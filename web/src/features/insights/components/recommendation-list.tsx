import type { InsightRecommendation } from '@/api/types';
import { Badge } from '@/components/ui/badge';

import { EvidenceNote } from './evidence-note';
import { RecommendationIcon } from './recommendation-icon';

/** What could be done, the most urgent first, each with the numbers behind it. */
export function RecommendationList({ all }: { all: readonly InsightRecommendation[] }) {
  const sorted = [...all].sort((a, b) => a.priority - b.priority);
  return (
    <div className="border-t border-line px-5 py-4">
      <h3 className="font-sans text-base font-semibold tracking-normal">Recommendations</h3>
      <ol aria-label="Recommendations" className="mt-3 grid gap-x-8 gap-y-5 md:grid-cols-2">
        {sorted.map(({ icon, action, impact, description, data, n, posts, small, priority }) => (
          <li key={priority} className="flex min-w-0 gap-3 break-inside-avoid">
            <RecommendationIcon name={icon} />
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                <span className="font-semibold">{action}</span>
                <Badge tone={toneOf(impact)}>{`${impact} impact`}</Badge>
              </p>
              <p className="mt-0.5 text-sm text-ink-soft">{description}</p>
              {data && <p className="mt-0.5 text-sm text-ink-soft">{data}</p>}
              <EvidenceNote n={n} small={small} posts={posts} />
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}

function toneOf(impact: string) {
  if (impact === 'High') return 'signal';
  return impact === 'Medium' ? 'brand' : 'neutral';
}
