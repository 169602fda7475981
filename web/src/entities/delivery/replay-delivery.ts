import { api, unwrap } from '@/lib/http/api-client';

/** Sends a finished delivery again. */
export const replayDelivery = (id: string) =>
  unwrap(api.POST('/api/deliveries/{id}/replay', { params: { path: { id } } }));
