import { type QueryClient, queryOptions } from '@tanstack/react-query';

import type { Mute, MuteInput } from '@/api/types';
import { api, unwrap } from '@/lib/http/api-client';
import { isSite, placeLabel } from '@/lib/places';

import { refreshForChange } from '../notification/notification-keys';

const mutesKey = ['mutes'] as const;

/** Query for all mutes of the user, newest first. */
export const mutesQuery = queryOptions({
  queryKey: mutesKey,
  queryFn: async ({ signal }) => (await unwrap(api.GET('/api/mutes', { signal }))).mutes,
  // Emails and push messages can create mutes too.
  staleTime: 0,
});

/** Query for the number of notifications that this mute would clean up. */
export const mutePreviewQuery = (input: MuteInput) =>
  queryOptions({
    queryKey: [...mutesKey, 'preview', input],
    queryFn: async ({ signal }) =>
      (await unwrap(api.POST('/api/mutes/preview', { body: input, signal }))).count,
    staleTime: 0,
    retry: false,
  });

/** Creates a mute and returns it with the number of notifications that it cleaned up. */
export const addMute = (body: MuteInput) => unwrap(api.POST('/api/mutes', { body }));

/** Creates all of these mutes, or none. */
export const addMutes = (mutes: MuteInput[]) =>
  unwrap(api.POST('/api/mutes/several', { body: { mutes } }));

/** Ends mutes. `restore` brings back the notifications that they cleaned up. */
export const endMutes = (ids: string[], restore: boolean) =>
  unwrap(api.POST('/api/mutes/end', { body: { ids, restore } }));

/** Ends a mute. `restore` brings back the notifications that it cleaned up. */
export const deleteMute = (id: string, restore: boolean) =>
  unwrap(api.DELETE('/api/mutes/{id}', { params: { path: { id }, query: { restore } } }));

/** Refreshes the mutes and the notifications that were cleaned up or brought back. */
export async function refreshForMute(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    // Leaves the previews alone: an open one may concern a notification that was just cleaned up.
    queryClient.invalidateQueries({ queryKey: mutesKey, exact: true }),
    refreshForChange(queryClient),
  ]);
}

/** Returns the name of what is muted. Authors have no prefix: mutes apply to every site. */
export function muteName({ kind, shown, value }: Pick<Mute, 'kind' | 'shown' | 'value'>): string {
  switch (kind) {
    case 'subreddit':
      return placeLabel(isSite(value) ? value : shown);
    case 'author':
    case 'thread':
    case 'word':
      return shown;
  }
}
