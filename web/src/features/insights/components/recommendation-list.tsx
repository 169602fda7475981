import { useState } from 'react';

import type { InsightRecommendation, InsightSections } from '@/api/types';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { numberText } from '@/lib/number';

import { EvidenceNote } from './evidence-note';
import { Fold } from './fold';
import { NotYet } from './not-yet';
import { RecommendationIcon } from './recommendation-icon';

/** The number of recommendations shown before the list is expanded. */
const FEW = 3;

type RecommendationListProps = {
  all: readonly InsightRecommendation[];
  sections: InsightSections;
};

/** Lists the recommendations, most urgent first, each with the numbers behind it. */
export function RecommendationList({ all, sections }: RecommendationListProps) {
  const [whole, setWhole] = useState(false);
  const sorted = [...all].sort((a, b) => a.priority - b.priority);
  const listed = sorted.slice(0, whole ? undefined : FEW);
  if (sorted.length === 0 && sections.recommendations.shown) return null;
  return (
    <div className="border-t border-line px-5 py-3">
      <h3 className="font-sans text-base font-semibold tracking-normal">Recommendations</h3>
      <NotYet sections={sections} names={['recommendations']} />
      {sorted.length > 0 && (
        <ol
          aria-label="Recommendations"
          className="mt-3 grid gap-x-8 gap-y-2.5 md:grid-cols-2 lg:grid-cols-1"
        >
          {listed.map(({ icon, action, impact, description, data, n, posts, small, priority }) => (
            <li key={priority} className="flex min-w-0 gap-3 break-inside-avoid">
              <RecommendationIcon name={icon} />
              <div className="min-w-0">
                <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                  <span className="font-semibold">{action}</span>
                  <Badge tone={toneOf(impact)}>{`${impact} impact`}</Badge>
                </p>
                <Fold summary={data || description} quiet>
                  {data && <p>{description}</p>}
                  <EvidenceNote n={n} small={small} posts={posts} />
                </Fold>
              </div>
            </li>
          ))}
        </ol>
      )}
      {sorted.length > FEW && (
        <Button
          variant="link"
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
          className="mt-2 text-sm print:hidden"
        >
          {whole ? 'Show fewer' : `Show all ${numberText(sorted.length)}`}
          <span className="sr-only"> recommendations</span>
        </Button>
      )}
    </div>
  );
}

function toneOf(impact: string) {
  if (impact === 'High') return 'signal';
  return impact === 'Medium' ? 'brand' : 'neutral';
}
