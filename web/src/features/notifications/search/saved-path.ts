import { useLocation } from 'react-router';

import type { SavedSearch } from '@/api/types';
import { paths } from '@/config/paths';

import { inboxQuery } from '../list/use-inbox-view';
import { searchPath } from './search-filters';

type Saved = Pick<SavedSearch, 'filters'> & Partial<Pick<SavedSearch, 'view' | 'density'>>;

/** Returns the address of a saved search, or of a saved view of the inbox. */
export function savedPath({ filters, view, density }: Saved): string {
  if (!view) return searchPath(filters);
  // Without a query, the inbox shows what it showed last.
  return (
    paths.notifications + inboxQuery({ tab: filters.status, view, density: density ?? 'cards' })
  );
}

/** Returns a function that tells whether a saved search or view is what the page shows. */
export function useIsShown(): (saved: Saved) => boolean {
  const { pathname, search } = useLocation();
  const shown = normal(pathname + search);
  return (saved) => normal(savedPath(saved)) === shown;
}

/** Returns an address without its page, and with its parameters in one order. */
function normal(address: string): string {
  const [path, query] = address.split('?');
  const params = new URLSearchParams(query);
  params.delete('page');
  params.sort();
  return `${path}?${params}`;
}
