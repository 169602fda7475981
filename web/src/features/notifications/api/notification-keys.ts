/** Query keys of notifications: invalidate `all` after any change. */
export const notificationKeys = {
  all: ['notifications'] as const,
  recent: ['notifications', 'recent'] as const,
  stats: ['notifications', 'stats'] as const,
  unreadCount: ['notifications', 'unread-count'] as const,
  grouped: (page: number) => ['notifications', 'grouped', page] as const,
  list: (params: object) => ['notifications', 'list', params] as const,
};
