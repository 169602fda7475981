import { useEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/** Begins another page at its top; back and forward return to where the page was left. */
export function useScrollToTop(): void {
  const { pathname } = useLocation();
  const kind = useNavigationType();
  useEffect(() => {
    if (kind !== NavigationType.Pop) window.scrollTo(0, 0);
  }, [pathname, kind]);
}
