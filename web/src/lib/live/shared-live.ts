import type { EventSourceMessage } from 'eventsource-parser';

import { createLiveCursor } from './live-cursor';
import type { LiveStatus } from './live-status';
import { type LiveCalls, openLiveStream } from './live-stream';
import { watchLeader } from './watch-leader';

/** What the tabs of one user say to each other. Only the one with the stream sends `state` and `event`. */
type Message =
  | { is: 'hello' }
  | { is: 'state'; status: LiveStatus; lastEventId: string }
  | { is: 'event'; event: EventSourceMessage; isRewound: boolean };

type SharedOptions = LiveCalls & {
  /** The same in all tabs that share a stream. */
  name: string;
  onEvent: (event: EventSourceMessage) => void;
  onStatus: (status: LiveStatus) => void;
};

/**
 * Follows the user's live events together with the other tabs: the one that holds the lock has the
 * stream and passes on what comes; when it closes, the next in line goes on from the last event that
 * it has seen. A browser has six connections to a host for all tabs, and a stream for each would
 * soon leave none.
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
  /** Ends the wait for the lock, or the time as the tab that holds it. */
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
        // Another tab took the lock, or this one gave up waiting. Anything else will not get better.
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
    // What an earlier holder of the stream still said comes over this tab's own.
    if (stream) return;
    leader.hasSpoken();
    if (data.is === 'event') {
      pass(data.event, data.isRewound);
      return;
    }
    cursor.reach(data.lastEventId);
    setStatus(data.status);
    // For a tab that has come later, the stream begins here.
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
