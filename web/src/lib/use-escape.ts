import { useEffect, useEffectEvent } from 'react';

/**
 * Takes the Escape key while `on`. Nothing around hears of it: a dialog, which listens on the
 * document, is come before.
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
