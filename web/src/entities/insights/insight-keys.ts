/** Query keys of insights. */
export const insightKeys = {
  usage: ['ai', 'usage'] as const,
  latest: ['ai', 'latest'] as const,
  demo: ['ai', 'demo'] as const,
  /** What this browser keeps of a user's. */
  stored: (userId: string) => ['ai', 'stored', userId] as const,
};
