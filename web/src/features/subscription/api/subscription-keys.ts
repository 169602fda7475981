/** Query keys of the plan and what is paid for it: invalidate `all` after any change. */
export const subscriptionKeys = {
  all: ['subscription'] as const,
  status: ['subscription', 'status'] as const,
  usage: ['subscription', 'usage'] as const,
  sandboxCheckout: (session: string) => ['subscription', 'sandbox-checkout', session] as const,
  sandboxPortal: (session: string) => ['subscription', 'sandbox-portal', session] as const,
};
