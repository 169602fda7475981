import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { useLiveState } from '@/lib/live/live-state';

import type { Shown } from './hearing-steps';
import { hearingTestQuery, startHearingTest } from './hearing-test';

/** The time after which the live connection counts as broken, in ms. */
const PATIENCE_MS = 10_000;

export type StartedHearing = ReturnType<typeof useStartHearing>;

/** Starts hearing tests of a keyword. */
export function useStartHearing(watchId: string) {
  // By this browser's clock, since no other knows when something is shown here.
  const [startedAt, setStartedAt] = useState(0);
  const { data, error, reset, mutate } = useMutation({
    mutationFn: () => startHearingTest(watchId),
  });
  return {
    test: data,
    error,
    startedAt,
    start: () => {
      setStartedAt(performance.now());
      reset();
      mutate();
    },
  };
}

/** Follows a hearing test to its end. */
export function useHearing({ test: started, error, startedAt }: StartedHearing) {
  const [lateSince, setLateSince] = useState(0);
  const followed = useQuery(hearingTestQuery(started));
  const test = started && followed.data;
  const heard = useLiveState((state) => state.heard);
  const isLive = useLiveState((state) => state.status === 'live');

  useEffect(() => {
    const timer = setTimeout(() => setLateSince(startedAt), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [startedAt]);

  let shown: Shown = { state: 'waiting' };
  if (heard && heard.id === test?._id) shown = { state: 'done', ms: heard.at - startedAt };
  else if (lateSince === startedAt) shown = { state: 'failed', isLive };

  return {
    test,
    shown,
    isOver: Boolean(test?.isFinished) && (shown.state !== 'waiting' || !isStored(test?.steps)),
    error: error ?? followed.error,
  };
}

/** Returns whether there is something to show. */
const isStored = (steps: readonly { kind: string; state: string }[] = []) =>
  steps.some(({ kind, state }) => kind === 'stored' && state === 'done');
