import type { EventSourceMessage } from 'eventsource-parser';

import { apiOrigin } from '@/config/env';

import { authFetch } from '../http/auth-fetch';
import { backoffMs } from './backoff';
import { followEventStream } from './event-stream';
import type { LiveStatus } from './live-status';
import { isOnline, pause, untilOnline } from './waiting';

/** Replaced in tests. */
export type LiveCalls = {
  fetch?: (request: Request) => Promise<Response>;
  random?: () => number;
};

type StreamOptions = LiveCalls & {
  /** Returns the id to resume from; an empty string starts with new events. */
  lastEventId: () => string;
  onEvent: (event: EventSourceMessage) => void;
  onStatus: (status: LiveStatus) => void;
  closed: AbortSignal;
};

/**
 * Follows the user's live events until `closed` aborts. A lost stream is reopened after a growing
 * delay from the last event seen (`Last-Event-ID`), so no event is missed. Uses `fetch` because
 * `EventSource` cannot send a bearer token.
 */
export function openLiveStream({
  lastEventId,
  onEvent,
  onStatus,
  closed,
  fetch = authFetch,
  random = Math.random,
}: StreamOptions) {
  let waiting = new AbortController();
  let dueAt = 0;
  closed.addEventListener('abort', () => waiting.abort());

  const open = (signal: AbortSignal) => {
    const headers = new Headers({ Accept: 'text/event-stream' });
    const id = lastEventId();
    if (id) headers.set('Last-Event-ID', id);
    return fetch(new Request(`${apiOrigin}/api/live`, { headers, signal }));
  };
  const onMessage = (event: EventSourceMessage) => {
    if (!closed.aborted) onEvent(event);
  };

  const reopenLater = async (failures: number) => {
    if (closed.aborted) return;
    onStatus('connecting');
    const ms = backoffMs(failures, random);
    dueAt = Date.now() + ms;
    waiting = new AbortController();
    await pause(ms, waiting.signal);
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
  return {
    ended: run(),
    /** Ends a delay that is over: the timers of a hidden tab may be a minute late. */
    retryIfDue: () => {
      if (Date.now() >= dueAt) waiting.abort();
    },
  };
}
