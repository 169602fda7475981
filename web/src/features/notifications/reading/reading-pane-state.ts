import { createContext, useContext } from 'react';
import { useSearchParams } from 'react-router';
import { create } from 'zustand';

import type { Notification } from '@/api/types';
import { useMedia } from '@/lib/use-media';

const KEY = 'readingPane';

/** Whether notifications open beside the list on this device, if the window is wide enough. */
export const useReadingPaneChoice = create<{ isOn: boolean }>()(() => ({
  isOn: localStorage.getItem(KEY) === 'on',
}));

export function setReadingPane(isOn: boolean): void {
  if (isOn) localStorage.setItem(KEY, 'on');
  else localStorage.removeItem(KEY);
  useReadingPaneChoice.setState({ isOn });
}

/** The window width from which two columns fit. */
const WIDE = '(min-width: 80rem)';

export type ReadingPane = {
  /** The id of the open notification, from the address. */
  openId: string | null;
  open: (notification: Notification) => void;
  close: () => void;
};

/** The pane beside the list; null where there is none. */
export const ReadingPaneContext = createContext<ReadingPane | null>(null);
export const useReadingPane = () => useContext(ReadingPaneContext);

/** Returns the page's pane, if chosen and the window is wide. `onOpen` gets what is opened. */
export function usePagePane(onOpen: (notification: Notification) => void): ReadingPane | null {
  const { isOn } = useReadingPaneChoice();
  const isWide = useMedia(WIDE);
  const [params, setParams] = useSearchParams();
  if (!isOn || !isWide) return null;
  const openId = params.get('open');
  return {
    openId,
    open: (notification) => {
      if (notification._id === openId) return;
      onOpen(notification);
      const change = (before: URLSearchParams) => {
        const after = new URLSearchParams(before);
        after.set('open', notification._id);
        return after;
      };
      // Going back once leads to the list, however many were opened.
      setParams(change, { replace: openId !== null });
    },
    close: () => {
      const change = (before: URLSearchParams) => {
        const after = new URLSearchParams(before);
        after.delete('open');
        return after;
      };
      setParams(change, { replace: true });
    },
  };
}
