import { numberText } from '@/lib/number';

import type { Target } from '../api/move-calls';

type Texts = { done: (count: number) => string; failed: string };

const moved = (did: string) => (count: number) =>
  count === 1 ? `Notification ${did}` : `${numberText(count)} notifications ${did}`;
const marked = (as: string) => (count: number) =>
  count === 1 ? `Marked as ${as}` : `${numberText(count)} marked as ${as}`;

/** The messages about a move of notifications to each place. */
export const moveTexts: Record<Target, Texts> = {
  deleted: { done: moved('deleted'), failed: 'The notification could not be deleted' },
  archived: { done: moved('archived'), failed: 'The notification could not be archived' },
  read: { done: marked('read'), failed: 'The notification could not be marked as read' },
  unread: { done: marked('unread'), failed: 'The notification could not be marked as unread' },
  'not-relevant': {
    done: marked('not relevant, and archived'),
    failed: 'The notification could not be marked as not relevant',
  },
};

/** The texts shown in the place of a notification that has moved. */
export const leftTexts: Record<Target, string> = {
  deleted: 'Deleted',
  archived: 'Archived',
  read: 'Read',
  unread: 'Unread',
  'not-relevant': 'Not relevant',
};
