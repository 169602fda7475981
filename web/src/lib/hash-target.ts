import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** Scrolls to and focuses the section that the address names, whenever a link leads to it. */
export function useHashTarget(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    const section = hash ? document.getElementById(hash.slice(1)) : null;
    if (!section) return;
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    section.focus({ preventScroll: true });
    // A page that opens at a section starts there; a click on the page may scroll smoothly.
    section.scrollIntoView({ behavior: still || key === 'default' ? 'instant' : 'smooth' });
  }, [hash, key]);
}
