import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router';

type RouteFocusProps = {
  /** Called with the title of each screen that is reached. */
  onArrived: (title: string) => void;
};

/**
 * Rendered beside a screen's content and remounted with it: moves the focus to the heading of each
 * new screen and announces its title. The page that the app was opened with is left to the browser.
 */
export function RouteFocus({ onArrived }: RouteFocusProps) {
  const { key } = useLocation();

  const arrive = useEffectEvent(() => {
    if (key === 'default') return;
    const main = document.querySelector('main');
    const heading = main?.querySelector('h1');
    if (heading) heading.tabIndex = -1;
    (heading ?? main)?.focus({ preventScroll: true });
    onArrived(document.title);
  });
  useEffect(() => arrive(), []);
  return null;
}
