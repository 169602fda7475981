import { useEffect } from 'react';

import { useLiveState } from '@/lib/live/live-state';
import { dismissToast, showToast } from '@/lib/toasts';

import { useLasting } from './use-lasting';

/** The longest interruption of the stream that is not reported. */
const UNNOTICED_MS = 4_000;
const ID = 'connection';

const offline = {
  title: 'You are offline',
  text: 'This page may be out of date. It catches up once you are back online.',
};
const reconnecting = {
  title: 'Reconnecting...',
  text: 'New matches appear again as soon as Harken can be reached.',
};

/** Shows a toast while the page is disconnected, which says that it catches up by itself. */
export function ConnectionToast() {
  const status = useLiveState((state) => state.status);
  const waiting = useLasting(status === 'connecting', UNNOTICED_MS);
  const texts = status === 'offline' ? offline : waiting ? reconnecting : null;
  useEffect(() => {
    if (!texts) return;
    showToast({ id: ID, type: 'warning', lasts: true, ...texts });
    return () => dismissToast(ID);
  }, [texts]);
  return null;
}
