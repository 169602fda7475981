import type { Place } from './api/move-calls';

/** What is said of a move to each place. */
export const moveTexts: Record<Place, { done: string; failed: string }> = {
  deleted: { done: 'Notification deleted', failed: 'The notification could not be deleted' },
  archived: { done: 'Notification archived', failed: 'The notification could not be archived' },
  read: { done: 'Marked as read', failed: 'That could not be marked as read' },
  unread: { done: 'Marked as unread', failed: 'That could not be marked as unread' },
};
