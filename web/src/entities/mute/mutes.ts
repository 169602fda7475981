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
    queryFn: async ({ signal }) => {
      let count = 0;
      let from: Position;
      do {
        const body = { ...input, from };
        const answer = await unwrap(api.POST('/api/mutes/preview', { body, signal }));
        count += answer.count;
        from = answer.next;
      } while (from);
      return count;
    },
    staleTime: 0,
    retry: false,
  });

/** Where another call continues. A call that deals with very many notifications ends before. */
type Position = number | null | undefined;

/** Creates a mute and returns it with the number of notifications that it cleaned up. */
export async function addMute(input: MuteInput): Promise<{ mute: Mute; cleaned: number }> {
  let cleaned = 0;
  let from: Position;
  for (;;) {
    const answer = await unwrap(api.POST('/api/mutes', { body: { ...input, from } }));
    cleaned += answer.cleaned;
    from = answer.next;
    if (!from) return { mute: answer.mute, cleaned };
  }
}

/** Creates all of these mutes, or none. */
export async function addMutes(mutes: MuteInput[]): Promise<{ mutes: Mute[]; cleaned: number }> {
  let cleaned = 0;
  let from: Position;
  for (;;) {
    const answer = await unwrap(api.POST('/api/mutes/several', { body: { mutes, from } }));
    cleaned += answer.cleaned;
    from = answer.next;
    if (!from) return { mutes: answer.mutes, cleaned };
  }
}

/** Ends mutes. `restore` brings back the notifications that they cleaned up. */
export async function endMutes(ids: string[], restore: boolean): Promise<void> {
  const end = () => unwrap(api.POST('/api/mutes/end', { body: { ids, restore } }));
  while ((await end()).hasMore);
}

/** Ends a mute. `restore` brings back the notifications that it cleaned up: returns how many. */
export async function deleteMute(id: string, restore: boolean): Promise<number> {
  const params = { path: { id }, query: { restore } };
  let restored = 0;
  for (;;) {
    const answer = await unwrap(api.DELETE('/api/mutes/{id}', { params }));
    restored += answer.restored;
    if (!answer.hasMore) return restored;
  }
}

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
