import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import type { Endpoint } from '@/api/types';
import { api, unwrap } from '@/lib/http/api-client';
import { hasCode } from '@/lib/http/api-error';

import { keepDevice, readDevice } from '../push-device';
import { unsubscribe } from '../subscription';

/** Begins the keys of everything about endpoints, whichever channel they are of. */
export const endpointsKey = ['endpoints'];

/** The browsers that get the user's alerts. */
export const devicesQuery = queryOptions({
  queryKey: [...endpointsKey, 'push'],
  queryFn: async ({ signal }) => {
    const { endpoints } = await unwrap(api.GET('/api/endpoints', { signal }));
    return endpoints.filter(({ channel }) => channel === 'push');
  },
  // Other devices come and go, and what is sent to them changes how they are.
  staleTime: 0,
});

const byId = (id: string) => ({ params: { path: { id } } });

/** Deletes the endpoint; one that is gone already is as wanted. */
export async function deleteDevice(id: string): Promise<void> {
  try {
    await unwrap(api.DELETE('/api/endpoints/{id}', byId(id)));
  } catch (error) {
    if (!hasCode(error, 'NOT_FOUND')) throw error;
  }
}

/** Takes a device off the list; if it is this browser, it also stops to listen. */
export function useRemoveDevice() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ _id }: Endpoint) => {
      await deleteDevice(_id);
      if (readDevice()?.endpointId !== _id) return;
      keepDevice(null);
      await unsubscribe();
    },
    // Settles once the list shows it.
    onSettled: () => queryClient.invalidateQueries({ queryKey: endpointsKey }),
  });
}

/** Sends a message to a device now, and answers what its push service said. */
export function useTestDevice() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ _id }: Endpoint) => unwrap(api.POST('/api/endpoints/{id}/test', byId(_id))),
    onSettled: () => queryClient.invalidateQueries({ queryKey: endpointsKey }),
  });
}

/** Sends to a paused device again. */
export function useResumeDevice() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ _id }: Endpoint) =>
      unwrap(api.PUT('/api/endpoints/{id}', { ...byId(_id), body: { paused: false } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: endpointsKey }),
  });
}
