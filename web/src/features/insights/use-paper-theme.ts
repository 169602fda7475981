import { useEffect } from 'react';

import { useTheme } from '@/lib/theme';

/** Prints the page in the light theme: dark needs a background, which browsers leave out. */
export function usePaperTheme(): void {
  useEffect(() => {
    const root = document.documentElement;
    const onBefore = () => (root.dataset.theme = 'light');
    const onAfter = () => (root.dataset.theme = useTheme.getState().theme);
    window.addEventListener('beforeprint', onBefore);
    window.addEventListener('afterprint', onAfter);
    return () => {
      window.removeEventListener('beforeprint', onBefore);
      window.removeEventListener('afterprint', onAfter);
    };
  }, []);
}
