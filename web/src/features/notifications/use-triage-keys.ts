import { useEffect, useEffectEvent, useRef } from 'react';

import { isShortcut } from '@/lib/shortcut-key';

import { focusedItem, focusOn, nextStop } from './landmarks';
import { isItemKey, type ItemKey } from './triage-keys';

type Actions = {
  /** Opens a closed group and moves on to its first or last notification. */
  openGroup: (group: string, goTo: 'first' | 'last') => void;
  undoLast: () => void;
};

/**
 * The single keys of the page. The current notification is the one that holds the focus, so that
 * a screen reader follows; the keys of actions press its buttons.
 */
export function useTriageKeys({ openGroup, undoLast }: Actions): void {
  const last = useRef<HTMLElement | null>(null);

  const step = (by: 1 | -1) => {
    const stop = nextStop(by, last.current);
    if (stop && 'item' in stop) focusOn(stop.item);
    else if (stop) openGroup(stop.closedGroup, by > 0 ? 'first' : 'last');
  };
  const press = (key: ItemKey) => {
    const button = focusedItem()?.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`);
    button?.click();
  };
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!isShortcut(event)) return;
    if (event.key === 'j') step(1);
    else if (event.key === 'k') step(-1);
    else if (event.key === 'u') undoLast();
    else if (isItemKey(event.key)) press(event.key);
  });

  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    const onFocusIn = () => {
      last.current = focusedItem() ?? last.current;
    };
    window.addEventListener('keydown', listener);
    document.addEventListener('focusin', onFocusIn);
    return () => {
      window.removeEventListener('keydown', listener);
      document.removeEventListener('focusin', onFocusIn);
    };
  }, []);
}
