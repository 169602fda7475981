/** Query keys of the plan and its payments: invalidate `all` after any change. */
export const subscriptionKeys = {
  all: ['subscription'] as const,
  status: ['subscription', 'status'] as const,
  usage: ['subscription', 'usage'] as const,
};
