import { useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/**
 * Begins another page at its top. Back and forward return to where the page was left, and an
 * address with a section is scrolled to by its page.
 */
export function useScrollToTop(): void {
  const { pathname, hash } = useLocation();
  const kind = useNavigationType();
  const shown = useRef(pathname);
  // Before it is painted: nobody sees it further down.
  useLayoutEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (kind !== NavigationType.Pop && !hash) window.scrollTo(0, 0);
  }, [pathname, hash, kind]);
}
