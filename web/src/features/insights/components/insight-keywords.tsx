import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useState } from 'react';

import type { Watch } from '@/api/types';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { SectionCard } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { QueryList } from '@/components/ui/query-list';
import { paths } from '@/config/paths';
import { watchesQuery } from '@/entities/watch/list-watches';
import { matchCountText } from '@/entities/watch/match-count';
import { numberText } from '@/lib/number';

/** The maximum number of keywords in one response. */
export const MAX_KEYWORDS = 100;

/** The maximum number of keywords that an analysis covers, those with the most matches. */
const MAX_ANALYSED = 50;

/** The number of keywords shown before the list is expanded. */
const FEW = 8;

/** Lists the keywords that an analysis will cover, each with its matches so far. */
export function InsightKeywords() {
  const query = useQuery(watchesQuery({ limit: MAX_KEYWORDS }));
  return (
    <SectionCard
      steady
      title="Your keywords"
      action={
        <ButtonLink variant="link" to={paths.keywords}>
          Edit keywords
        </ButtonLink>
      }
    >
      <QueryList
        query={query}
        entries={query.data?.watches}
        what="your keywords"
        label="Loading keywords"
        rows={3}
        empty={
          <EmptyState
            icon={Search}
            title="No keywords set up yet"
            text="An analysis needs at least one keyword with matches."
            outlook="This page then shows what people are saying about it, with the posts behind every number."
            action={
              <ButtonLink size="sm" to={`${paths.keywords}?add`}>
                Add your first keyword
              </ButtonLink>
            }
          />
        }
      >
        {(watches) => <Chips watches={watches} />}
      </QueryList>
    </SectionCard>
  );
}

function Chips({ watches }: { watches: readonly Watch[] }) {
  const [all, setAll] = useState(false);
  return (
    <div className="grid grid-cols-1 justify-items-start gap-3 px-5 py-5">
      <ul className="@container flex w-full flex-wrap gap-2.5">
        {watches.slice(0, all ? undefined : FEW).map(({ _id, keyword, matchCount }) => (
          <li
            key={_id}
            className="flex max-w-full items-center gap-x-2 rounded-full border border-line py-1 pr-1.5 pl-3.5 font-medium @max-[12rem]:flex-wrap"
          >
            <span dir="auto" className="truncate">
              {keyword}
            </span>
            <Badge>{matchCountText(matchCount)}</Badge>
          </li>
        ))}
      </ul>
      {watches.length > MAX_ANALYSED && (
        <p className="text-sm text-ink-faint">
          {`An analysis covers the ${numberText(MAX_ANALYSED)} keywords with the most matches.`}
        </p>
      )}
      {watches.length > FEW && (
        <Button variant="link" aria-expanded={all} onClick={() => setAll(!all)} className="text-sm">
          {all ? 'Show fewer' : `Show ${numberText(watches.length)}`}
        </Button>
      )}
    </div>
  );
}
