import { createContext, useContext, useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router';
import { create } from 'zustand';

import type { Notification } from '@/api/types';

const KEY = 'readingPane';

/** Whether notifications open beside the list on this device, where there is room. */
export const useReadingPaneChoice = create<{ isOn: boolean }>()(() => ({
  isOn: localStorage.getItem(KEY) === 'on',
}));

export function setReadingPane(isOn: boolean): void {
  if (isOn) localStorage.setItem(KEY, 'on');
  else localStorage.removeItem(KEY);
  useReadingPaneChoice.setState({ isOn });
}

/** From here on there is room for two columns. */
const WIDE = '(min-width: 80rem)';

function subscribe(onChange: () => void): () => void {
  const query = window.matchMedia(WIDE);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

const useWide = () => useSyncExternalStore(subscribe, () => window.matchMedia(WIDE).matches);

export type ReadingPane = {
  /** The one that is read, as the address says it. */
  openId: string | null;
  open: (notification: Notification) => void;
  close: () => void;
};

/** The pane beside the list; null where there is none. */
export const ReadingPaneContext = createContext<ReadingPane | null>(null);
export const useReadingPane = () => useContext(ReadingPaneContext);

/** The pane of the page, if it is chosen and there is room for it. `onOpen`: what is opened. */
export function usePagePane(onOpen: (notification: Notification) => void): ReadingPane | null {
  const { isOn } = useReadingPaneChoice();
  const isWide = useWide();
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
      // The list is one step back, however many were read.
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
