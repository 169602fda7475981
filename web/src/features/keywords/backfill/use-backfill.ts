import { useEffect, useRef } from 'react';

import type { Watch, WatchBackfill } from '@/api/types';
import { errorText, RateLimitedError } from '@/lib/http/api-error';
import { showToast } from '@/lib/toasts';

import { backfillText } from './backfill';
import { useBackfillWatch } from './backfill-watch';

/** The progress of adding a saved watch's past matches. */
export type Backfill =
  | { status: 'idle' | 'pending' }
  | { status: 'success'; result: WatchBackfill }
  | { status: 'error'; reason: string; retry: () => void };

/**
 * Adds the matches of the last 24 hours to a watch that was just saved. If its dialog is closed
 * before they arrive, a toast reports the outcome.
 */
export function useBackfill(): Backfill & { run: (watch: Watch) => void } {
  const call = useBackfillWatch();
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  const run = (watch: Watch) => {
    call.mutateAsync(watch).then(
      (result) => {
        if (isShown.current || result.added === 0) return;
        showToast({ type: 'success', title: backfillText(result), text: `“${watch.keyword}”` });
      },
      (error: unknown) => {
        console.error('The matches from the last 24 hours could not be added', error);
        if (isShown.current) return;
        showToast({
          type: 'error',
          title: 'The matches from the last 24 hours could not be added',
          text: `“${watch.keyword}” is saved.`,
          action: { label: 'Try again', onAction: () => run(watch) },
        });
      },
    );
  };

  switch (call.status) {
    case 'idle':
    case 'pending':
      return { status: call.status, run };
    case 'success':
      return { status: 'success', result: call.data, run };
    case 'error':
      return {
        status: 'error',
        reason: reasonOf(call.error),
        retry: () => run(call.variables),
        run,
      };
  }
}

/** The layout's toast reports rate limits. */
const reasonOf = (error: Error) => (error instanceof RateLimitedError ? '' : errorText(error, ''));
