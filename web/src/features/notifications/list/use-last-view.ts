import { useEffect, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

import { inboxQuery, readInboxView, useInboxView } from './use-inbox-view';

const KEY = 'inboxView';

/**
 * Remembers tab and view on this device. Returns the query to redirect to if the user opens the
 * page without one, but not after going back, a reload or a choice on the page.
 */
export function useLastView(): string | null {
  const { key, search } = useLocation();
  const isBack = useNavigationType() === NavigationType.Pop && key !== 'default';
  const [arrival] = useState(() => ({
    key,
    query: search || isBack ? '' : storedQuery(),
  }));
  const goesOn = arrival.query !== '' && arrival.key === key;

  const { tab, view, density } = useInboxView();
  useEffect(() => {
    // A saved view is opened by its name, and remembered by it.
    if (goesOn || density) return;
    const query = inboxQuery({ tab, view });
    if (query) localStorage.setItem(KEY, query);
    else localStorage.removeItem(KEY);
  }, [goesOn, tab, view, density]);
  return goesOn ? arrival.query : null;
}

/** Returns the stored query, as far as it describes a view. */
function storedQuery(): string {
  const { tab, view } = readInboxView(new URLSearchParams(localStorage.getItem(KEY) ?? ''));
  return inboxQuery({ tab, view });
}
