/** Query keys of watches: invalidate `all` after any change. */
export const watchKeys = {
  all: ['watches'] as const,
  list: (params: object) => ['watches', 'list', params] as const,
};
