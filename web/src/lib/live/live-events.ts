import type { EventSourceMessage } from 'eventsource-parser';

import { createLiveCursor } from './live-cursor';
import type { LiveStatus } from './live-status';
import { type LiveCalls, openLiveStream } from './live-stream';
import { shareLive } from './shared-live';

type LiveOptions = LiveCalls & {
  /** The user whose events these are. */
  userId: string;
  onEvent: (event: EventSourceMessage) => void;
  onStatus: (status: LiveStatus) => void;
};

/**
 * Follows the user's live events until the returned function is called. All tabs of the browser
 * share one stream; without locks (on an insecure origin) or channels, each tab has its own.
 */
export function openLive({ userId, ...options }: LiveOptions): () => void {
  if ('locks' in navigator && 'BroadcastChannel' in window) {
    return shareLive({ name: `harken-live-${userId}`, ...options });
  }
  return openAlone(options);
}

function openAlone({ onEvent, ...options }: Omit<LiveOptions, 'userId'>) {
  const closing = new AbortController();
  const cursor = createLiveCursor();
  openLiveStream({
    ...options,
    closed: closing.signal,
    lastEventId: cursor.id,
    onEvent: (event) => {
      if (cursor.isBefore(event)) cursor.rewind(event);
      if (cursor.take(event)) onEvent(event);
    },
  });
  return () => closing.abort();
}
