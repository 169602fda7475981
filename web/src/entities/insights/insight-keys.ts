/** Query keys of insights. */
export const insightKeys = {
  usage: ['ai', 'usage'] as const,
  latest: ['ai', 'latest'] as const,
  demo: ['ai', 'demo'] as const,
  /** The results that this browser keeps for a user. */
  stored: (userId: string) => ['ai', 'stored', userId] as const,
};
