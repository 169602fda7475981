import type { Watch, WatchInput, WatchMode } from '@/api/types';

export type Filters = Watch['filters'];
export type Alerts = Watch['notificationSettings'];

/** What the form edits. */
export type EditedWatch = {
  keyword: string;
  mode: WatchMode;
  subreddits: string[];
  excludedSubreddits: string[];
  excludedAuthors: string[];
  filters: Filters;
  notificationSettings: Alerts;
};

/** A new watch before anything has been typed. */
export const newWatch = {
  keyword: '',
  mode: 'literal',
  subreddits: ['all'],
  excludedSubreddits: [],
  excludedAuthors: [],
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
} satisfies WatchInput & EditedWatch;

/** The whole object that a save sends: what the form edits, and the rest as it was. */
export function wholeWatch(
  watch: Watch | undefined,
  edited: EditedWatch,
): EditedWatch & WatchInput {
  const { isActive, tags, notes } = watch ?? newWatch;
  return { ...edited, isActive, tags, notes };
}
