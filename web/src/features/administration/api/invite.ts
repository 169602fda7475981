import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';

import { administrationKeys } from './keys';

/** Creates a link with which one person can register. */
export function useInvite() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: { email?: string; days: number }) =>
      unwrap(api.POST('/api/admin/invitations', { body: input })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: administrationKeys.auditLog }),
  });
}
