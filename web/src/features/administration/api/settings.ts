import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import type { SettingsChange } from '@/api/types';
import { api, unwrap } from '@/lib/http/api-client';

import { administrationKeys } from './keys';

/** Query for the settings of the whole server. */
export const settingsQuery = queryOptions({
  queryKey: administrationKeys.settings,
  queryFn: ({ signal }) => unwrap(api.GET('/api/admin/settings', { signal })),
  staleTime: 0,
});

export function useChangeSettings() {
  const lookAgain = useLookAgain();
  return useMutation({
    mutationFn: (body: SettingsChange) => unwrap(api.PATCH('/api/admin/settings', { body })),
    onSettled: lookAgain,
  });
}

/** Publishes an announcement to all users, or withdraws it. */
export function useAnnounce() {
  const lookAgain = useLookAgain();
  return useMutation({
    mutationFn: (body: { text: string; until?: string } | null) =>
      body
        ? unwrap(api.PUT('/api/admin/announcement', { body }))
        : unwrap(api.DELETE('/api/admin/announcement')),
    onSettled: lookAgain,
  });
}

/** Returns a function that refetches everything and settles once the page is up to date. */
function useLookAgain() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: administrationKeys.all });
}
