import { useRef } from 'react';

const isFree = () => document.activeElement === null || document.activeElement === document.body;

/**
 * Returns props for the content of a dialog that is opened by state instead of a Radix trigger.
 * When it closes, the focus returns to where it was, or to the page's content if that is gone. A
 * focus that is elsewhere by then, for instance on the heading of another screen, stays there.
 */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null);
  return {
    /** Prevents returning the focus to an opener that is about to disappear. */
    forgetOpener: () => {
      opener.current = null;
    },
    handlers: {
      onOpenAutoFocus: () => {
        opener.current = document.activeElement;
      },
      onCloseAutoFocus: (event: Event) => {
        event.preventDefault();
        if (!isFree()) return;
        const opened = opener.current?.isConnected ? opener.current : null;
        const back = opened ?? document.getElementById('content');
        if (back instanceof HTMLElement) back.focus();
      },
    },
  };
}
