/** Query keys of channels: invalidate `all` after any change. */
export const channelKeys = {
  all: ['channels'] as const,
  list: ['channels', 'list'] as const,
  deliveries: (id: string, page: number) => ['channels', 'deliveries', id, page] as const,
  feeds: ['channels', 'feeds'] as const,
};
