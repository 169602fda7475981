import { useEffect } from 'react';

import { useLiveState } from '@/lib/live/live-state';
import { dismissToast, showToast } from '@/lib/toasts';

import { useLasting } from './use-lasting';

/** A stream that is opened anew within this time is nothing to report. */
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

/** Says that the page is cut off, and that it mends itself, for as long as it is. */
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
