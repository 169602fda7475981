import { errorText } from '@/lib/http/api-error';
import { numberText } from '@/lib/number';
import { throttle } from '@/lib/throttle';
import { dismissToast, showToast } from '@/lib/toasts';

import { countOf, type EndedEarly, type Follower, type Moves } from '../api/move-notifications';
import { isLong } from '../api/move-parts';

/** The id of the message about a move in progress. */
const MOVING = 'moving-notifications';
/** The time between two messages, in ms: a screen reader reads each. */
const INTERVAL_MS = 1_000;

/** Follows a long move with a message that can stop it; null for a short one. */
export function followMove(change: Moves, doing: (some: string) => string) {
  if (!isLong(change)) return null;
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  let done = 0;
  const show = throttle(() => {
    if (stopping.signal.aborted) return;
    const title = doing(someOf(done, change));
    showToast({
      id: MOVING,
      type: 'info',
      title,
      lasts: true,
      action: { label: 'Stop', onAction: stop },
    });
  }, INTERVAL_MS);
  const follower: Follower = {
    signal: stopping.signal,
    onProgress: (now) => {
      done = now;
      show.run();
    },
  };
  return {
    follower,
    stop,
    /** Removes the message. */
    end: () => {
      show.cancel();
      dismissToast(MOVING);
    },
  };
}

const someOf = (done: number, all: Moves) => `${numberText(done)} of ${numberText(countOf(all))}`;

/** Returns why a move has ended before all of it was made. */
export function earlyEnd({ made, cause }: EndedEarly, all: Moves): string {
  const some = someOf(countOf(made), all);
  if (cause === undefined) return `Stopped after ${some}.`;
  return `Ended after ${some}. ${errorText(cause, 'A call failed.')}`;
}
