import type { InsightsRun } from '@/api/types';
import { backoffMs } from '@/lib/live/backoff';
import { followEventStream } from '@/lib/live/event-stream';
import { isOnline, pause, untilOnline } from '@/lib/live/waiting';

import { openRunEvents } from './api/runs';

/** Returns whether `run` has ended. */
export const isOver = ({ status }: InsightsRun) => status !== 'queued' && status !== 'running';

type Follower = {
  onRun: (run: InsightsRun) => void;
  /** Called when the server does not know the run, or no longer does. */
  onGone: () => void;
};

/**
 * Reports the progress of the run `id` until it ends or `closed` aborts. A lost stream is reopened
 * after a growing delay. It starts with the state of the run, so nothing is missed.
 */
export async function followRun(id: string, { onRun, onGone }: Follower, closed: AbortSignal) {
  let isDone = false as boolean;
  const open = async (signal: AbortSignal) => {
    const response = await openRunEvents(id, signal);
    if (response.status === 404) {
      isDone = true;
      onGone();
    }
    return response;
  };
  const onMessage = ({ event, data }: { event?: string; data: string }) => {
    if (event !== 'run' || closed.aborted || isDone) return;
    const run = JSON.parse(data) as InsightsRun;
    isDone = isOver(run);
    onRun(run);
  };
  for (let failures = 0; ;) {
    if (!isOnline()) await untilOnline(closed);
    const opened = await followEventStream({ open, onOpen: () => undefined, onMessage, closed });
    if (isDone || closed.aborted) return;
    failures = opened ? 0 : failures + 1;
    await pause(backoffMs(failures, Math.random), closed);
  }
}
