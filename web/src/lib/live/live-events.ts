import type { EventSourceMessage } from 'eventsource-parser';

import { createLiveCursor } from './live-cursor';
import type { LiveStatus } from './live-status';
import { type LiveCalls, openLiveStream } from './live-stream';
import { shareLive } from './shared-live';

export type LiveOptions = LiveCalls & {
  /** Whose events they are. */
  userId: string;
  onEvent: (event: EventSourceMessage) => void;
  onStatus: (status: LiveStatus) => void;
};

/**
 * Follows the user's live events until the returned function is called: over one stream for all tabs
 * of the browser, or, where it has no locks (an insecure address) or channels, over one of its own.
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
