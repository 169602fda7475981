import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/api-client';

import { watchKeys } from './watch-keys';

/** Switches a watch on or off. Settles once the list shows it. */
export function useToggleWatch() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      unwrap(api.PATCH('/api/keywords/{id}/toggle', { params: { path: { id } } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: watchKeys.all }),
  });
}
