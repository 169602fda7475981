import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import type { SavedSearchInput } from '@/api/types';
import { api, unwrap } from '@/lib/http/api-client';

const queryKey = ['searches'];

export const savedSearchesQuery = queryOptions({
  queryKey,
  queryFn: async ({ signal }) => (await unwrap(api.GET('/api/searches', { signal }))).searches,
});

function useRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey });
}

export const useSaveSearch = () =>
  useMutation({
    mutationFn: (body: SavedSearchInput) => unwrap(api.POST('/api/searches', { body })),
    onSettled: useRefresh(),
  });

export const useRenameSearch = (id: string) =>
  useMutation({
    mutationFn: (name: string) =>
      unwrap(api.PUT('/api/searches/{id}', { params: { path: { id } }, body: { name } })),
    onSettled: useRefresh(),
  });

export const useDeleteSearch = () =>
  useMutation({
    mutationFn: (id: string) =>
      unwrap(api.DELETE('/api/searches/{id}', { params: { path: { id } } })),
    onSettled: useRefresh(),
  });
