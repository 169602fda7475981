import type { Watch, WatchInput } from '@/api/types';

/** A new watch before anything has been typed. */
export const newWatch = {
  keyword: '',
  subreddits: ['all'],
  isActive: true,
  tags: [],
  notes: '',
  filters: {
    includePosts: true,
    includeComments: true,
    matchTitlesOnly: false,
    caseSensitive: false,
    wholeWordOnly: false,
  },
  notificationSettings: {
    browserNotification: true,
    emailNotification: false,
    frequency: 'realtime',
  },
} satisfies WatchInput;

/** The whole object that a save sends: what the form edits, and the rest as it was. */
export function wholeWatch(
  watch: Watch | undefined,
  edited: { keyword: string; subreddits: string[] },
): WatchInput {
  const { isActive, tags, notes, filters, notificationSettings } = watch ?? newWatch;
  return { ...edited, isActive, tags, notes, filters, notificationSettings };
}
