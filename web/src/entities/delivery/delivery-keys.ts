/** Query keys of deliveries over all channels: invalidate `all` after any change. */
export const deliveryKeys = {
  all: ['deliveries'] as const,
  failed: ['deliveries', 'failed'] as const,
};
