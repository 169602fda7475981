import { useMutation } from '@tanstack/react-query';

import type { EndpointInput } from '@/api/types';
import { api, unwrap } from '@/lib/http/api-client';

/** Really sends a test to a channel that is not added yet; answers what came of it. */
export const useTestNewChannel = () =>
  useMutation({
    mutationFn: (body: EndpointInput) => unwrap(api.POST('/api/endpoints/test', { body })),
    // The answer may hold a secret.
    gcTime: 0,
  });
