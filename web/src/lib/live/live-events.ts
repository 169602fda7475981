import type { EventSourceMessage } from 'eventsource-parser';

import { apiOrigin } from '@/config/env';

import { authFetch } from '../http/auth-fetch';
import { backoffMs } from './backoff';
import { followEventStream } from './event-stream';
import { isOnline, pause, untilOnline } from './waiting';

/** `connecting` covers every wait between two streams; `offline` waits for the network. */
export type LiveStatus = 'connecting' | 'live' | 'offline';

export type LiveOptions = {
  onEvent: (event: EventSourceMessage) => void;
  onStatus: (status: LiveStatus) => void;
  /** Passed in by tests. */
  fetch?: (request: Request) => Promise<Response>;
  random?: () => number;
};

/**
 * Follows the user's live events until the returned function is called. A stream that is lost is
 * opened again after a growing pause, from the last event seen (`Last-Event-ID`), so no event is
 * missed in between. `EventSource` cannot send a bearer token, hence `fetch`.
 */
export function openLive({
  onEvent,
  onStatus,
  fetch = authFetch,
  random = Math.random,
}: LiveOptions) {
  const closing = new AbortController();
  const closed = closing.signal;
  let lastEventId = '';

  const open = (signal: AbortSignal) => {
    const headers = new Headers({ Accept: 'text/event-stream' });
    if (lastEventId) headers.set('Last-Event-ID', lastEventId);
    return fetch(new Request(`${apiOrigin}/api/live`, { headers, signal }));
  };
  const onMessage = (event: EventSourceMessage) => {
    if (closed.aborted) return;
    if (event.id) lastEventId = event.id;
    onEvent(event);
  };

  const reopenLater = async (failures: number) => {
    if (closed.aborted) return;
    onStatus('connecting');
    await pause(backoffMs(failures, random), closed);
  };
  const run = async () => {
    let failures = 0;
    while (!closed.aborted) {
      if (!isOnline()) {
        onStatus('offline');
        await untilOnline(closed);
        failures = 0;
        continue;
      }
      onStatus('connecting');
      const onOpen = () => onStatus('live');
      const opened = await followEventStream({ open, onOpen, onMessage, closed });
      failures = opened ? 0 : failures + 1;
      if (isOnline()) await reopenLater(failures);
    }
  };
  void run();
  return () => closing.abort();
}
