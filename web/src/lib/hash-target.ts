import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** Moves to the section that the address names, with the focus, whenever a link asks for it. */
export function useHashTarget(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    const section = hash ? document.getElementById(hash.slice(1)) : null;
    if (!section) return;
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    section.focus({ preventScroll: true });
    // A page that opens at a section begins there; a click on the page may glide.
    section.scrollIntoView({ behavior: still || key === 'default' ? 'instant' : 'smooth' });
  }, [hash, key]);
}
