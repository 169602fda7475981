import type { QueryClient } from '@tanstack/react-query';

import { editedOf, type EditedWatch } from './watch-defaults';

/** The texts in the boxes of lists that are not names in them yet. */
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

/** Returns whether a form that began with `had` has changes to lose. */
export const isChanged = (draft: WatchDraft, had: EditedWatch): boolean =>
  JSON.stringify(draft) !== JSON.stringify({ edited: editedOf(had), typed: nothingTyped });

// Kept among the queries, which are cleared when another user signs in.
const all = ['watch-draft'];
const keyOf = (watchId: string | undefined) => [...all, watchId ?? null];

/** Keeps the draft of a watch, or of a new one, until the page reloads. */
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
