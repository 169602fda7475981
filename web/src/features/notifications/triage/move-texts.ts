import { numberText } from '@/lib/number';

import type { Target } from '../api/move-calls';

type Texts = {
  done: (count: number) => string;
  /** While many are moved; `some` is how many of how many. */
  doing: (some: string) => string;
  failed: (count: number) => string;
};

const moved = (did: string) => (count: number) =>
  count === 1 ? `Notification ${did}` : `${numberText(count)} notifications ${did}`;
const marked = (as: string) => (count: number) =>
  count === 1 ? `Marked as ${as}` : `${numberText(count)} marked as ${as}`;
const marking = (as: string) => (some: string) => `Marking ${some} as ${as}`;
const not = (did: string) => (count: number) =>
  `The notification${count === 1 ? '' : 's'} could not be ${did}`;

/** The messages about a move of notifications to each place. */
export const moveTexts: Record<Target, Texts> = {
  deleted: {
    done: moved('deleted'),
    doing: (some) => `Deleting ${some}`,
    failed: not('deleted'),
  },
  archived: {
    done: moved('archived'),
    doing: (some) => `Archiving ${some}`,
    failed: not('archived'),
  },
  read: { done: marked('read'), doing: marking('read'), failed: not('marked as read') },
  unread: { done: marked('unread'), doing: marking('unread'), failed: not('marked as unread') },
  aside: {
    done: moved('set aside'),
    doing: (some) => `Setting ${some} aside`,
    failed: not('set aside'),
  },
  'not-relevant': {
    done: marked('not relevant, and archived'),
    doing: marking('not relevant'),
    failed: not('marked as not relevant'),
  },
};

/** The texts shown in the place of a notification that has moved. */
export const leftTexts: Record<Target, string> = {
  deleted: 'Deleted',
  archived: 'Archived',
  read: 'Read',
  unread: 'Unread',
  aside: 'Set aside',
  'not-relevant': 'Not relevant',
};
