import type { QueryClient, QueryFilters } from '@tanstack/react-query';

/** Query keys of notifications: invalidate `all` after any change. */
export const notificationKeys = {
  all: ['notifications'] as const,
  recent: ['notifications', 'recent'] as const,
  stats: ['notifications', 'stats'] as const,
  unreadCount: ['notifications', 'unread-count'] as const,
  /** The notifications page: everything that someone may be reading. */
  lists: ['notifications', 'lists'] as const,
  allGrouped: ['notifications', 'lists', 'grouped'] as const,
  grouped: (params: object) => ['notifications', 'lists', 'grouped', params] as const,
  list: (params: object) => ['notifications', 'lists', 'list', params] as const,
  /** What follows a list, page by page: it may be long, and is not fetched anew for each change. */
  allOlder: ['notifications', 'older'] as const,
  older: (params: object) => ['notifications', 'older', params] as const,
};

/**
 * After an arrival: fetches the counts and the recent list anew, but leaves the lists that someone
 * may be reading as they are until they are opened again.
 */
export async function refreshForArrival(queryClient: QueryClient): Promise<void> {
  const { recent, stats, unreadCount, lists } = notificationKeys;
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: lists, refetchType: 'none' }),
    ...[recent, stats, unreadCount].map((queryKey) => fetchAnew(queryClient, { queryKey })),
  ]);
}

/**
 * After a move that the lists show by themselves: as after an arrival, and lists that are on their
 * way are fetched once more, because they may show the time before the move.
 */
export async function refreshForMove(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    refreshForArrival(queryClient),
    ...[notificationKeys.lists, notificationKeys.allOlder].map((queryKey) =>
      fetchAnew(queryClient, { queryKey, fetchStatus: 'fetching' }),
    ),
  ]);
}

/**
 * Fetches anew. What is fetched for the first time is not asked for again while it is on its way, and
 * its answer may be older than the change: it is fetched once more when it has come.
 */
async function fetchAnew(queryClient: QueryClient, filters: QueryFilters): Promise<void> {
  const first = queryClient
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
  await queryClient.invalidateQueries(filters);
  if (first.length === 0) return;
  await queryClient.invalidateQueries({ predicate: (query) => first.includes(query) });
}

/** After some were moved, muted or brought back: fetches anew what shows them, and no long lists. */
export async function refreshForChange(queryClient: QueryClient): Promise<void> {
  const isLong = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[1] === 'older';
  await queryClient.invalidateQueries({
    queryKey: notificationKeys.all,
    predicate: (query) => !isLong(query),
  });
}

/** Fetches anew the counts and the inbox that were answered already. */
export async function refreshAnswered(queryClient: QueryClient): Promise<void> {
  const { recent, stats, unreadCount, allGrouped } = notificationKeys;
  await Promise.all(
    [recent, stats, unreadCount, allGrouped].map((queryKey) =>
      queryClient.refetchQueries({
        ...{ queryKey, type: 'active', fetchStatus: 'idle' },
        predicate: ({ state }) => state.dataUpdatedAt > 0,
      }),
    ),
  );
}
