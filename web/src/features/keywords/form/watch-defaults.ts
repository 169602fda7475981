import type { Watch, WatchInput, WatchMode } from '@/api/types';

import { joinPlaces, splitPlaces } from '../scope/split-places';

export type Filters = Watch['filters'];
export type Alerts = Watch['notificationSettings'];

/** The values that the form edits. */
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
  description: string;
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
  description: '',
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
    showAll: false,
  },
} satisfies WatchInput & EditedWatch;

/** Returns the values of `watch` that the form edits. */
export function editedOf(watch: EditedWatch): EditedWatch {
  const { keyword, mode, subreddits, excludedSubreddits, excludedAuthors } = watch;
  const { filters, notificationSettings, tags, notes, description } = watch;
  const places = splitPlaces(subreddits);
  return {
    keyword,
    mode,
    // As the form returns them if nothing is changed.
    subreddits: joinPlaces(places),
    excludedSubreddits: places.reddit ? excludedSubreddits : [],
    excludedAuthors,
    filters,
    notificationSettings,
    tags,
    notes,
    description,
  };
}
