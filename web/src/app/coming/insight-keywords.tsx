import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { Link } from 'react-router';

import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { SectionCard } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { LoadFailed } from '@/components/ui/load-failed';
import { RowSkeletons } from '@/components/ui/skeleton';
import { paths } from '@/config/paths';
import { watchesQuery } from '@/features/keywords/api/list-watches';
import { matchCountText } from '@/lib/match-count';

/** The most that one answer holds; an analysis looks at these. */
const KEYWORDS_MAX = 100;

/** The keywords that an analysis will look at, with how much each has found so far. */
export function InsightKeywords() {
  const { data, isPending, isError, refetch } = useQuery(watchesQuery({ limit: KEYWORDS_MAX }));
  return (
    <SectionCard
      title="Your keywords"
      action={
        <Button asChild look="link">
          <Link to={paths.keywords}>Edit keywords</Link>
        </Button>
      }
    >
      {isPending && <RowSkeletons label="Loading keywords" rows={3} />}
      {isError && !data && <LoadFailed what="your keywords" onRetry={() => void refetch()} />}
      {data?.watches.length === 0 && (
        <EmptyState
          icon={Search}
          title="No keywords set up yet"
          text="An analysis needs at least one keyword that has found something."
        />
      )}
      {data && data.watches.length > 0 && (
        <ul className="flex flex-wrap gap-2.5 px-5 py-5">
          {data.watches.map(({ _id, keyword, matchCount }) => (
            <li
              key={_id}
              className="flex items-center gap-2 rounded-full border border-line py-1 pr-1.5 pl-3.5 font-medium"
            >
              {keyword}
              <Badge>{matchCountText(matchCount)}</Badge>
            </li>
          ))}
        </ul>
      )}
    </SectionCard>
  );
}
