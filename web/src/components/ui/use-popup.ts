import { useEffect, useEffectEvent, useState } from 'react';

import { useEscape } from '@/lib/use-escape';

/** The time that suggestions stay after the field has lost the focus, in ms. */
const HIDE_DELAY_MS = 200;

/** Returns whether a field's popup is shown. `onLeft` runs once the field is left for good. */
export function usePopup(onLeft: () => void) {
  const [shown, setShown] = useState(false);
  const [leaving, setLeaving] = useState(false);

  const left = useEffectEvent(() => {
    setShown(false);
    setLeaving(false);
    onLeft();
  });
  useEffect(() => {
    if (!leaving) return;
    const timer = setTimeout(left, HIDE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [leaving]);

  // Escape closes only the popup.
  useEscape(() => setShown(false), shown);

  return {
    shown,
    show: () => {
      setLeaving(false);
      setShown(true);
    },
    hide: () => setShown(false),
    hideSoon: () => setLeaving(true),
  };
}
