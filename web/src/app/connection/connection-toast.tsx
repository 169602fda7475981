import { useEffect } from 'react';

import { useLiveState } from '@/lib/live/live-state';
import { useHasNetwork, useOffline } from '@/lib/offline/network';
import { dismissToast, showToast } from '@/lib/toasts';

import { useLasting } from './use-lasting';
import { useShownAsOf } from './use-shown-as-of';

/** The longest interruption of the stream that is not reported. */
const UNNOTICED_MS = 4_000;
const ID = 'connection';

const reconnecting = {
  title: 'Reconnecting...',
  text: 'New matches appear again as soon as Harken can be reached.',
};

/** Shows a toast while the page is disconnected: without a network, how old it is. */
export function ConnectionToast() {
  const isOffline = useOffline();
  const status = useLiveState((state) => state.status);
  const isWaiting = useLasting(status === 'connecting', UNNOTICED_MS);
  return isOffline ? <OfflineToast /> : isWaiting ? <Report {...reconnecting} /> : null;
}

function OfflineToast() {
  const time = useShownAsOf();
  const reason = useHasNetwork() ? 'Harken cannot be reached.' : 'Offline.';
  return <Report title={time === null ? reason : `${reason} Shown as of ${time}.`} />;
}

function Report({ title, text }: { title: string; text?: string }) {
  useEffect(() => {
    showToast({ id: ID, type: 'warning', lasts: true, title, text });
    return () => dismissToast(ID);
  }, [title, text]);
  return null;
}
