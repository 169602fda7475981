import { useInfiniteQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { Link } from 'react-router';

import type { MatchFilters } from '@/api/types';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { NextPage } from '@/components/ui/next-page';
import { paths } from '@/config/paths';
import { dateText } from '@/lib/dates';

import { searchQuery } from '../api/search-notifications';
import { ListFailed, ListLoading } from '../list/list-states';
import { PostsReady } from '../list/posts-ready';
import { useMoved } from '../triage/use-moved';
import { FoundList } from './found-list';

/** Lists the results of a search, newest first. */
export function SearchResults({ filters }: { filters: MatchFilters }) {
  const query = useInfiniteQuery(searchQuery(filters));
  const { data, dataUpdatedAt, hasNextPage } = query;
  const found = data?.pages.flatMap((page) => page.notifications) ?? [];
  const shown = useMoved(found, dataUpdatedAt);
  const searchedBackTo = data?.pages.at(-1)?.searchedBackTo;

  if (query.isPending) return <ListLoading />;
  if (query.isError && !data) {
    return (
      <ListFailed
        error={query.error}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return (
    <PostsReady>
      {shown.length === 0 && !hasNextPage && (
        <Card>
          <EmptyState
            icon={SearchX}
            title="Nothing found"
            text="None of your matches from the last 90 days fits this search. Try fewer words or filters."
            action={
              <Button asChild variant="secondary">
                <Link to={paths.search}>Start a new search</Link>
              </Button>
            }
          />
        </Card>
      )}
      {shown.length > 0 && (
        <FoundList
          label="Search results"
          notifications={shown}
          more={hasNextPage ? filters : undefined}
        />
      )}
      <NextPage
        query={query}
        label={shown.length === 0 ? 'Search further back' : 'More results'}
        failed="More results could not be loaded. Please try again."
      >
        {shown.length === 0 && searchedBackTo && (
          <p role="status" className="text-ink-soft">
            Nothing found since {dateText(searchedBackTo)}.
          </p>
        )}
      </NextPage>
    </PostsReady>
  );
}
