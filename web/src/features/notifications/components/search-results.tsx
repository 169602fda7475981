import { useInfiniteQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';

import type { MatchFilters, Notification } from '@/api/types';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';

import { searchQuery } from '../api/search-notifications';
import { useMoved } from '../use-moved';
import { useTriage } from '../use-triage';
import { ListFailed, ListLoading } from './list-states';
import { NotificationItem } from './notification-item';

const states = { unread: 'Unread', read: 'Read', archived: 'Archived' };

const placeOf = ({ matchedKeyword, status }: Notification) =>
  `“${matchedKeyword}” • ${states[status]}`;

/** What a search finds, newest first. */
export function SearchResults({ filters }: { filters: MatchFilters }) {
  const query = useInfiniteQuery(searchQuery(filters));
  const { data, dataUpdatedAt, hasNextPage } = query;
  // Arrivals would move what is read: moves show in the list as it is.
  const triage = useTriage({ onBack: () => undefined, holding: true, fetchedAt: dataUpdatedAt });
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
    <>
      {shown.length === 0 && !hasNextPage && (
        <Card>
          <EmptyState icon={SearchX} title="Nothing found" text="Try fewer words or filters." />
        </Card>
      )}
      {shown.length > 0 && (
        <Card>
          <ul aria-label="Search results" className="divide-y divide-line">
            {shown.map((notification) => (
              <li key={notification._id}>
                <NotificationItem
                  notification={notification}
                  status={notification.status}
                  count={1}
                  place={placeOf(notification)}
                  onMove={(to) =>
                    triage.move({
                      keyword: notification.matchedKeyword,
                      from: notification.status,
                      to,
                      ids: [notification._id],
                    })
                  }
                />
              </li>
            ))}
          </ul>
        </Card>
      )}
      {hasNextPage && (
        <div className="grid justify-items-center gap-3">
          {shown.length === 0 && searchedBackTo && (
            <p role="status" className="text-ink-soft">
              Nothing found back to {new Date(searchedBackTo).toLocaleDateString()}.
            </p>
          )}
          <Button
            variant="secondary"
            busy={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {shown.length === 0 ? 'Search further back' : 'More results'}
          </Button>
          {query.isFetchNextPageError && (
            <p role="alert" className="text-sm font-medium text-bad">
              The next results could not be loaded. Please try again.
            </p>
          )}
        </div>
      )}
    </>
  );
}
