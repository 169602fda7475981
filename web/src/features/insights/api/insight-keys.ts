/** Query keys of insights. */
export const insightKeys = {
  usage: ['ai', 'usage'] as const,
  latest: ['ai', 'latest'] as const,
};
