import { useRef } from 'react';

const isFree = () => document.activeElement === null || document.activeElement === document.body;

/**
 * Props for the content of a dialog that is opened by state and not by a Radix trigger: when it
 * closes, the focus goes back to where it was, or to the page's content if that has gone. A focus that
 * is somewhere already, for instance on the heading of another screen, stays there.
 */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null);
  return {
    /** For an opener that is about to go: do not return to it. */
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
