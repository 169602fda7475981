import { useMutation } from '@tanstack/react-query';

import type { EndpointInput } from '@/api/types';
import { api, unwrap } from '@/lib/http/api-client';

/** Sends a test to a channel that is not added yet and returns its result. */
export const useTestNewChannel = () =>
  useMutation({
    mutationFn: (body: EndpointInput) => unwrap(api.POST('/api/endpoints/test', { body })),
    // The response may contain a secret.
    gcTime: 0,
  });
