import { type QueryClient, queryOptions } from '@tanstack/react-query';

import type { Mute, MuteInput } from '@/api/types';
import { api, unwrap } from '@/lib/http/api-client';
import { isSite, placeLabel } from '@/lib/places';

import { refreshForChange } from '../notification/notification-keys';

const mutesKey = ['mutes'] as const;

/** Every mute of the user, newest first. */
export const mutesQuery = queryOptions({
  queryKey: mutesKey,
  queryFn: async ({ signal }) => (await unwrap(api.GET('/api/mutes', { signal }))).mutes,
  // Mails and push messages mute too.
  staleTime: 0,
});

/** How many notifications a mute like this would clean up. */
export const mutePreviewQuery = (input: MuteInput) =>
  queryOptions({
    queryKey: [...mutesKey, 'preview', input],
    queryFn: async ({ signal }) =>
      (await unwrap(api.POST('/api/mutes/preview', { body: input, signal }))).count,
    staleTime: 0,
    retry: false,
  });

/** Mutes; answers the mute and how many notifications it has cleaned up. */
export const addMute = (body: MuteInput) => unwrap(api.POST('/api/mutes', { body }));

/** Mutes all of these, or none. */
export const addMutes = (mutes: MuteInput[]) =>
  unwrap(api.POST('/api/mutes/several', { body: { mutes } }));

/** Ends mutes. `restore` brings back what they have cleaned up. */
export const endMutes = (ids: string[], restore: boolean) =>
  unwrap(api.POST('/api/mutes/end', { body: { ids, restore } }));

/** Ends a mute. `restore` brings back what it has cleaned up. */
export const deleteMute = (id: string, restore: boolean) =>
  unwrap(api.DELETE('/api/mutes/{id}', { params: { path: { id }, query: { restore } } }));

/** After a mute was made or ended: what it caught left the lists of notifications, or is back. */
export async function refreshForMute(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    // Not the previews: one that is still open may be of a notification that was just cleaned up.
    queryClient.invalidateQueries({ queryKey: mutesKey, exact: true }),
    refreshForChange(queryClient),
  ]);
}

/** What is muted, as a person calls it. Of an author the bare name: a mute holds on every site. */
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
