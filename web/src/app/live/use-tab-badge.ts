import { useEffect } from 'react';

import { useLiveState } from '@/lib/live/live-state';

const ICON = '/favicon.svg';
const ICON_WITH_DOT = '/favicon-new.svg';

/** Shows in the tab's title and icon how many matches arrived while it was hidden. */
export function useTabBadge(): void {
  const unseen = useLiveState((state) => state.unseen);
  useEffect(() => {
    const onSeen = () => {
      if (!document.hidden) useLiveState.setState({ unseen: 0 });
    };
    document.addEventListener('visibilitychange', onSeen);
    return () => document.removeEventListener('visibilitychange', onSeen);
  }, []);
  useEffect(() => {
    if (unseen === 0) return;
    document.title = `(${unseen}) ${document.title}`;
    setIcon(ICON_WITH_DOT);
    return () => {
      document.title = document.title.replace(/^\(\d+\) /, '');
      setIcon(ICON);
    };
  }, [unseen]);
}

function setIcon(href: string) {
  document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.setAttribute('href', href);
}
