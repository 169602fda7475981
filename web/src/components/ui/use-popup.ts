import { useEffect, useEffectEvent, useState } from 'react';

/** How long the suggestions stay after the field has lost the focus, in ms. */
const HIDE_DELAY_MS = 200;

/** Whether a field's popup shows. `onLeft` is called once the field has been left for good. */
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

  useEffect(() => {
    if (!shown) return;
    // Escape closes the popup only. The dialog around it listens on the document: come before it.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      setShown(false);
    };
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [shown]);

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
