import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import type { KeptMatch } from '@/api/types';
import { notificationKeys } from '@/entities/notification/notification-keys';
import { showFailure } from '@/lib/failure-toast';
import { api, unwrap } from '@/lib/http/api-client';

/** What the user keeps of matches: their stars, notes and snoozes. */
export const keptMatchesQuery = queryOptions({
  queryKey: notificationKeys.kept,
  queryFn: async ({ signal }) =>
    (await unwrap(api.GET('/api/notifications/kept', { signal }))).kept,
});

const nothing = (id: string): KeptMatch => ({
  ...{ _id: id, isStarred: false, note: '', returnsAt: null },
});

/** Returns what the user keeps of a match. */
export function useKept(id: string): KeptMatch {
  const { data } = useQuery({
    ...keptMatchesQuery,
    select: (kept) => kept.find(({ _id }) => _id === id),
  });
  return data ?? nothing(id);
}

/** Changes what the user keeps of a match, which shows at once. */
export function useKeep() {
  const queryClient = useQueryClient();
  const { queryKey } = keptMatchesQuery;
  return useMutation({
    mutationFn: ({ _id: id, ...body }: KeptMatch) =>
      unwrap(api.PUT('/api/notifications/{id}/kept', { params: { path: { id } }, body })),
    onMutate: async (next) => {
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, (kept = []) => [
        next,
        ...kept.filter(({ _id }) => _id !== next._id),
      ]);
    },
    onError: (error) => showFailure('That could not be saved', error),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}
