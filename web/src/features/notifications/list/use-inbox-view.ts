import { useSearchParams } from 'react-router';

import type { Density, NotificationStatus, InboxView as View } from '@/api/types';

import { densityIn } from './density';

/** The state that the page lists. */
export type Tab = NotificationStatus;
/** By keyword, by time, or by what is worth a reply: all of it, or only what has no replies. */
export type { View };

export const views: readonly View[] = [
  'keywords',
  'timeline',
  'oldest',
  'worth-a-reply',
  'unanswered',
];

/** Returns whether the posts most worth a reply come first. */
export const isRanked = (view: View): boolean => view === 'worth-a-reply' || view === 'unanswered';

export const tabs: readonly Tab[] = ['unread', 'read', 'archived', 'aside'];

type InboxView = {
  tab: Tab;
  view: View;
  page: number;
  /** That of a saved view; otherwise the device's own applies. */
  density?: Density;
};

const initial: InboxView = { tab: 'unread', view: 'keywords', page: 1 };

/** Returns the address query of a view, without default values. */
export function inboxQuery(wanted: Partial<InboxView>): string {
  const { tab, view, page, density } = { ...initial, ...wanted };
  const params = new URLSearchParams();
  if (tab !== initial.tab) params.set('status', tab);
  if (view !== initial.view) params.set('view', view);
  if (page !== initial.page) params.set('page', String(page));
  if (density) params.set('density', density);
  return params.size > 0 ? `?${params}` : '';
}

/** Returns the view in the page's address. */
export function useInboxView(): InboxView {
  const [params] = useSearchParams();
  return readInboxView(params);
}

/**
 * Returns a function that returns the address of the page with something changed. It starts with
 * the first page.
 */
export function useInboxAddress(): (changes: Partial<InboxView>) => string {
  const shown = useInboxView();
  return (changes) => inboxQuery({ ...shown, page: initial.page, ...changes }) || '.';
}

export function readInboxView(params: URLSearchParams): InboxView {
  const page = Number(params.get('page'));
  return {
    tab: tabs.find((tab) => tab === params.get('status')) ?? initial.tab,
    view: views.find((view) => view === params.get('view')) ?? initial.view,
    page: Number.isSafeInteger(page) && page > 1 ? page : initial.page,
    density: densityIn(params),
  };
}
