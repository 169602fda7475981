import { useEffect, useEffectEvent, useRef } from 'react';
import { flushSync } from 'react-dom';

import { isShortcut } from '@/lib/shortcut-key';

import {
  boxOf,
  focusedItem,
  focusOn,
  leadOf,
  nextStop,
  openerOf,
  pressInToolbar,
} from '../list/landmarks';
import { isItemKey, isSelectionKey, type ItemKey } from './triage-keys';
import type { Selection } from './use-selection';

type Actions = {
  /** Opens a closed group and moves to its first or last notification. */
  openGroup: (group: string, goTo: 'first' | 'last') => void;
  undoLast: () => void;
  selection: Selection;
  /** Closes the reading pane; null if nothing is open. */
  closePane: (() => void) | null;
};

/**
 * Handles the single-key shortcuts of the page. The current notification is the one that holds the
 * focus, so that a screen reader follows; the action keys press its buttons.
 */
export function useTriageKeys({ openGroup, undoLast, selection, closePane }: Actions): void {
  const last = useRef<HTMLElement | null>(null);

  const step = (by: 1 | -1) => {
    const stop = nextStop(by, last.current);
    if (stop && 'item' in stop) focusOn(stop.item);
    else if (stop) openGroup(stop.closedGroup, by > 0 ? 'first' : 'last');
  };
  const press = (key: ItemKey) => {
    const item = focusedItem();
    if (key === 'x') {
      if (item) boxOf(item)?.click();
    } else if (isSelectionKey(key) && selection.notifications.length > 0) pressInToolbar(key);
    else if (item) {
      // A row explains itself once it is open.
      if (key === 'w') flushSync(() => openerOf(item, false)?.click());
      item.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`)?.click();
    }
  };
  const stepSelecting = (by: 1 | -1) => {
    const from = focusedItem();
    step(by);
    const leads = [from, focusedItem()].flatMap((item) => (item && leadOf(item)) ?? []);
    selection.add(leads);
  };
  const selectTo = (item: HTMLElement | null) => {
    const lead = item && leadOf(item);
    if (lead) selection.toggle(lead, true);
  };
  /** Clicks the focused notification, which opens a row, or the reading pane if that is on. */
  const openFocused = () => {
    const item = focusedItem();
    if (item && item === document.activeElement) item.click();
  };
  /** Closes the card of a row. The focus stays with it. */
  const closeFocused = () => {
    const item = focusedItem();
    const opener = item && openerOf(item, true);
    if (!opener) return;
    focusOn(item);
    opener.click();
  };
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!isShortcut(event)) return;
    if (event.key === 'j') step(1);
    else if (event.key === 'k') step(-1);
    else if (event.key === 'J') stepSelecting(1);
    else if (event.key === 'K') stepSelecting(-1);
    else if (event.key === 'X') selectTo(focusedItem());
    else if (event.key === 'Escape' && selection.notifications.length > 0) selection.clear();
    else if (event.key === 'Escape' && closePane) closePane();
    else if (event.key === 'Escape') closeFocused();
    else if (event.key === 'Enter') openFocused();
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
