import type { QueryClient, QueryFilters } from '@tanstack/react-query';

/** Query keys of notifications: invalidate `all` after any change. */
export const notificationKeys = {
  all: ['notifications'] as const,
  recent: ['notifications', 'recent'] as const,
  stats: ['notifications', 'stats'] as const,
  unreadCount: ['notifications', 'unread-count'] as const,
  kept: ['notifications', 'kept'] as const,
  /** The lists of the notifications page, which someone may be reading. */
  lists: ['notifications', 'lists'] as const,
  allGrouped: ['notifications', 'lists', 'grouped'] as const,
  grouped: (params: object) => ['notifications', 'lists', 'grouped', params] as const,
  list: (params: object) => ['notifications', 'lists', 'list', params] as const,
  /** The further pages of a list, which may be many and are not refetched on each change. */
  allOlder: ['notifications', 'older'] as const,
  older: (params: object) => ['notifications', 'older', params] as const,
};

/**
 * Refetches the counts and the recent list after an arrival. Lists that someone may be reading stay
 * as they are until they are opened again.
 */
export async function refreshForArrival(queryClient: QueryClient): Promise<void> {
  const { recent, stats, unreadCount, lists } = notificationKeys;
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: lists, refetchType: 'none' }),
    ...[recent, stats, unreadCount].map((queryKey) => fetchAnew(queryClient, { queryKey })),
  ]);
}

/**
 * Refetches after a move that the lists already show: as after an arrival, and once more the lists
 * that are being fetched, because they may show the state before the move.
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
 * Invalidates queries. A first fetch in flight is not restarted, and its response may be older than
 * the change, so such queries are fetched again once it has arrived.
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

/** Refetches everything but further pages after notifications were moved, muted or brought back. */
export async function refreshForChange(queryClient: QueryClient): Promise<void> {
  const isLong = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[1] === 'older';
  await queryClient.invalidateQueries({
    queryKey: notificationKeys.all,
    predicate: (query) => !isLong(query),
  });
}

/** Refetches the counts and the inbox where they have been loaded before. */
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
