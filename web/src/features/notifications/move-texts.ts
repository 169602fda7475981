import type { Target } from './api/move-calls';

type Texts = { done: (count: number) => string; failed: string };

const counted = (did: string) => (count: number) =>
  count === 1 ? `Notification ${did}` : `${count} notifications ${did}`;
const marked = (as: string) => (count: number) =>
  count === 1 ? `Marked as ${as}` : `${count} marked as ${as}`;

/** What is said of a move of so many notifications to each place. */
export const moveTexts: Record<Target, Texts> = {
  deleted: { done: counted('deleted'), failed: 'The notification could not be deleted' },
  archived: { done: counted('archived'), failed: 'The notification could not be archived' },
  read: { done: marked('read'), failed: 'That could not be marked as read' },
  unread: { done: marked('unread'), failed: 'That could not be marked as unread' },
  'not-relevant': {
    done: marked('not relevant, and archived'),
    failed: 'That could not be marked as not relevant',
  },
};

/** What stands in the place that a notification has left for another. */
export const leftTexts: Record<Target, string> = {
  deleted: 'Deleted',
  archived: 'Archived',
  read: 'Read',
  unread: 'Unread',
  'not-relevant': 'Not relevant',
};
