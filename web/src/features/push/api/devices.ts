import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import type { Endpoint } from '@/api/types';
import { api, unwrap } from '@/lib/http/api-client';
import { hasCode } from '@/lib/http/api-error';

import { keepDevice, readDevice } from '../push-device';
import { unsubscribe } from '../subscription';

/** The prefix of all query keys about endpoints, of any channel. */
export const endpointsKey = ['endpoints'];

/** Query for the browsers that get the user's alerts. */
export const devicesQuery = queryOptions({
  queryKey: [...endpointsKey, 'push'],
  queryFn: async ({ signal }) => {
    const { endpoints } = await unwrap(api.GET('/api/endpoints', { signal }));
    return endpoints.filter(({ channel }) => channel === 'push');
  },
  // Other devices come and go, and alerts change their status.
  staleTime: 0,
});

const byId = (id: string) => ({ params: { path: { id } } });

/** Deletes the endpoint; one that is already gone is not an error. */
export async function deleteDevice(id: string): Promise<void> {
  try {
    await unwrap(api.DELETE('/api/endpoints/{id}', byId(id)));
  } catch (error) {
    if (!hasCode(error, 'NOT_FOUND')) throw error;
  }
}

/** Removes a device; if it is this browser, its subscription ends too. */
export function useRemoveDevice() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ _id }: Endpoint) => {
      await deleteDevice(_id);
      if (readDevice()?.endpointId !== _id) return;
      keepDevice(null);
      await unsubscribe();
    },
    // Settles once the list is up to date.
    onSettled: () => queryClient.invalidateQueries({ queryKey: endpointsKey }),
  });
}

/** Sends a test to a device now and returns its push service's response. */
export function useTestDevice() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ _id }: Endpoint) => unwrap(api.POST('/api/endpoints/{id}/test', byId(_id))),
    onSettled: () => queryClient.invalidateQueries({ queryKey: endpointsKey }),
  });
}

/** Resumes a paused device. */
export function useResumeDevice() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ _id }: Endpoint) =>
      unwrap(api.PUT('/api/endpoints/{id}', { ...byId(_id), body: { paused: false } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: endpointsKey }),
  });
}
