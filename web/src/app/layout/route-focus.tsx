import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router';

type RouteFocusProps = {
  /** Told the title of a screen that has just been reached. */
  onArrived: (title: string) => void;
};

/**
 * Stands beside a screen's content and is mounted anew with it: a new screen begins with the
 * focus on its heading and is announced. The page that the app was opened with is left to the
 * browser.
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
