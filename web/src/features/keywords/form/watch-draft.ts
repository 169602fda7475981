import type { QueryClient } from '@tanstack/react-query';

import { editedOf, type EditedWatch } from './watch-defaults';

/** What stands in the boxes of lists and is no name in them yet. */
export type TypedNames = Record<
  'subreddits' | 'communities' | 'excludedSubreddits' | 'excludedAuthors' | 'tags',
  string
>;

/** A form that was left before it was saved. */
export type WatchDraft = { edited: EditedWatch; typed: TypedNames };

export const nothingTyped: TypedNames = {
  subreddits: '',
  communities: '',
  excludedSubreddits: '',
  excludedAuthors: '',
  tags: '',
};

/** Whether there is anything to lose of a form that began with `had`. */
export const isChanged = (draft: WatchDraft, had: EditedWatch): boolean =>
  JSON.stringify(draft) !== JSON.stringify({ edited: editedOf(had), typed: nothingTyped });

// Among the queries: these are forgotten when somebody else signs in.
const all = ['watch-draft'];
const keyOf = (watchId: string | undefined) => [...all, watchId ?? null];

/** Keeps what was typed for a watch, or for a new one, until the page is loaded anew. */
export function keepDraft(
  queryClient: QueryClient,
  watchId: string | undefined,
  draft: WatchDraft,
): void {
  queryClient.setQueryDefaults(all, { gcTime: Infinity });
  queryClient.setQueryData(keyOf(watchId), draft);
}

export const forgetDraft = (queryClient: QueryClient, watchId: string | undefined): void =>
  queryClient.removeQueries({ queryKey: keyOf(watchId), exact: true });

export const draftOf = (queryClient: QueryClient, watchId: string | undefined) =>
  queryClient.getQueryData<WatchDraft>(keyOf(watchId));
