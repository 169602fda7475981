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
  tags: string[];
  notes: string;
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

/** What the form edits of `watch`. */
export function editedOf(watch: EditedWatch): EditedWatch {
  const { keyword, mode, subreddits, excludedSubreddits, excludedAuthors } = watch;
  const { filters, notificationSettings, tags, notes } = watch;
  return {
    keyword,
    mode,
    subreddits,
    excludedSubreddits,
    excludedAuthors,
    filters,
    notificationSettings,
    tags,
    notes,
  };
}
