import { useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/**
 * Scrolls to the top on each new page. Back and forward restore the scroll position, and an address
 * with a section is scrolled to by its page.
 */
export function useScrollToTop(): void {
  const { pathname, hash } = useLocation();
  const kind = useNavigationType();
  const shown = useRef(pathname);
  // Before the paint, so that the new page is never seen scrolled down.
  useLayoutEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (kind !== NavigationType.Pop && !hash) window.scrollTo(0, 0);
  }, [pathname, hash, kind]);
}
