import type { Tab, View } from './use-inbox-view';

export const tabLabels: Record<Tab, string> = {
  unread: 'Unread',
  read: 'Read',
  archived: 'Archived',
  aside: 'Set aside',
};

export const viewLabels: Record<View, string> = {
  keywords: 'By keyword',
  timeline: 'Newest',
  oldest: 'Oldest',
  'worth-a-reply': 'Worth a reply',
  unanswered: 'Without replies',
};
