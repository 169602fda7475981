import type { EventSourceMessage } from 'eventsource-parser';

import { createLiveCursor } from './live-cursor';
import type { LiveStatus } from './live-status';
import { type LiveCalls, openLiveStream } from './live-stream';
import { watchLeader } from './watch-leader';

/** The messages between a user's tabs. Only the one with the stream sends `state` and `event`. */
type Message =
  | { is: 'hello' }
  | { is: 'state'; status: LiveStatus; lastEventId: string }
  | { is: 'event'; event: EventSourceMessage; isRewound: boolean };

type SharedOptions = LiveCalls & {
  /** A name shared by all tabs that share a stream. */
  name: string;
  onEvent: (event: EventSourceMessage) => void;
  onStatus: (status: LiveStatus) => void;
};

/**
 * Shares one stream of live events between the user's tabs. The tab that holds the lock has the
 * stream and passes its events on; when it closes, the next tab in the queue continues from the
 * last event that it has seen. A browser has six connections to a host for all tabs together, and a
 * stream for each would soon leave none.
 */
export function shareLive({ name, onEvent, onStatus, ...calls }: SharedOptions): () => void {
  const closing = new AbortController();
  const closed = closing.signal;
  const cursor = createLiveCursor();
  const channel = new BroadcastChannel(name);
  const say = (message: Message) => {
    if (!closed.aborted) channel.postMessage(message);
  };
  let status: LiveStatus = 'connecting';
  let hasBegun = false;
  let stream: ReturnType<typeof openLiveStream> | null = null;
  /** Ends the wait for the lock, or this tab's time with it. */
  let turn = new AbortController();
  let steals = false;

  const setStatus = (next: LiveStatus) => {
    status = next;
    onStatus(next);
  };
  const pass = (event: EventSourceMessage, isRewound: boolean) => {
    if (isRewound) cursor.rewind(event);
    if (!cursor.take(event)) return;
    hasBegun ||= event.event === 'ready';
    onEvent(event);
  };

  const lead = async (signal: AbortSignal) => {
    if (signal.aborted) return;
    leader.stop();
    stream = openLiveStream({
      ...calls,
      closed: signal,
      lastEventId: cursor.id,
      onStatus: (next) => {
        setStatus(next);
        say({ is: 'state', status: next, lastEventId: cursor.id() });
      },
      onEvent: (event) => {
        const isRewound = cursor.isBefore(event);
        pass(event, isRewound);
        say({ is: 'event', event, isRewound });
      },
    });
    await stream.ended;
  };
  const takeTurns = async () => {
    while (!closed.aborted) {
      leader.start();
      turn = new AbortController();
      const { signal } = turn;
      const options: LockOptions = steals ? { steal: true } : { signal };
      steals = false;
      try {
        await navigator.locks.request(name, options, () => lead(signal));
      } catch (error) {
        // Another tab took the lock, or this one gave up waiting. Any other error is permanent.
        if (!(error instanceof DOMException && error.name === 'AbortError')) {
          await lead(signal);
        }
      }
      turn.abort();
      stream = null;
    }
  };

  const leader = watchLeader({
    ask: () => say({ is: 'hello' }),
    onSilence: () => {
      steals = true;
      turn.abort();
    },
  });
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (closed.aborted) return;
    if (data.is === 'hello') {
      if (!stream) return;
      stream.retryIfDue();
      say({ is: 'state', status, lastEventId: cursor.id() });
      return;
    }
    // Late messages of an earlier leader are ignored in favour of this tab's own stream.
    if (stream) return;
    leader.hasSpoken();
    if (data.is === 'event') {
      pass(data.event, data.isRewound);
      return;
    }
    cursor.reach(data.lastEventId);
    setStatus(data.status);
    // For a tab that was opened later, the stream begins here.
    if (data.status === 'live' && data.lastEventId && !hasBegun) {
      pass({ event: 'ready', data: '{}', id: data.lastEventId }, false);
    }
  });

  setStatus('connecting');
  void takeTurns();
  return () => {
    closing.abort();
    leader.stop();
    turn.abort();
    channel.close();
  };
}
