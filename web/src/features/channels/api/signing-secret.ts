import { useMutation } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';

const params = (id: string) => ({ params: { path: { id } } });

/** Fetches the secret that signs a webhook's requests. It is not cached. */
export const useShowSecret = (id: string) =>
  useMutation({
    mutationFn: async () =>
      (await unwrap(api.GET('/api/endpoints/{id}/secret', params(id)))).secret,
    gcTime: 0,
  });

/** Replaces the secret and returns the new one. */
export const useRotateSecret = (id: string) =>
  useMutation({
    mutationFn: async () =>
      (await unwrap(api.POST('/api/endpoints/{id}/secret', params(id)))).secret,
    gcTime: 0,
  });
