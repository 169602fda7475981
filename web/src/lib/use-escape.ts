import { useEffect, useEffectEvent } from 'react';

/**
 * Handles the Escape key while `on`, before anything around it: dialogs, which listen on the
 * document, do not receive it.
 */
export function useEscape(onEscape: () => void, on = true): void {
  const escape = useEffectEvent(onEscape);
  useEffect(() => {
    if (!on) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      escape();
    };
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [on]);
}
