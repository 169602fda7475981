import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { useLiveState } from '@/lib/live/live-state';

import type { Shown } from './hearing-steps';
import { hearingTestQuery, startHearingTest } from './hearing-test';

/** The live connection has brought it long before, or is broken. In ms. */
const PATIENCE_MS = 10_000;

/** A hearing test of a keyword: starts it, and follows it to its end. */
export function useHearing(watchId: string) {
  // By the clock of this browser: how long it takes until something is seen here is nobody else's to say.
  const [startedAt, setStartedAt] = useState(0);
  const [isLate, setLate] = useState(false);
  const started = useMutation({ mutationFn: () => startHearingTest(watchId) });
  const followed = useQuery(hearingTestQuery(started.data));
  const test = started.data && followed.data;
  const heard = useLiveState((state) => state.heard);
  const isLive = useLiveState((state) => state.status === 'live');

  useEffect(() => {
    if (startedAt === 0) return;
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [startedAt]);

  let shown: Shown = { state: 'waiting' };
  if (heard && heard.id === test?._id) shown = { state: 'done', ms: heard.at - startedAt };
  else if (isLate) shown = { state: 'failed', isLive };

  return {
    test,
    shown,
    isOver: Boolean(test?.isFinished) && (shown.state !== 'waiting' || !isStored(test?.steps)),
    error: started.error ?? followed.error,
    start: () => {
      setStartedAt(performance.now());
      setLate(false);
      started.reset();
      started.mutate();
    },
  };
}

/** Whether there is something to be shown. */
const isStored = (steps: readonly { kind: string; state: string }[] = []) =>
  steps.some(({ kind, state }) => kind === 'stored' && state === 'done');
