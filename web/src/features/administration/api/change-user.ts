import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';

import { administrationKeys } from './keys';

export type Change = 'suspend' | 'unsuspend' | 'delete';

function send(id: string, change: Change) {
  const params = { path: { id } };
  switch (change) {
    case 'suspend':
      return unwrap(api.POST('/api/admin/users/{id}/suspend', { params }));
    case 'unsuspend':
      return unwrap(api.POST('/api/admin/users/{id}/unsuspend', { params }));
    case 'delete':
      return unwrap(api.DELETE('/api/admin/users/{id}', { params }));
  }
}

/** Suspends, unsuspends or deletes an account. */
export function useChangeUser() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, change }: { id: string; change: Change }) => send(id, change),
    // Settles once the lists are up to date.
    onSettled: (_data, _error, { id, change }) =>
      queryClient.invalidateQueries({
        queryKey: administrationKeys.all,
        // A deleted account is not requested again.
        predicate: ({ queryKey }) => change !== 'delete' || !queryKey.includes(id),
      }),
  });
}
