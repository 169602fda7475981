import { useMutation } from '@tanstack/react-query';

import { showFailure } from '@/lib/failure-toast';

import { cancelRun } from './api/runs';

/** Cancels an analysis; its progress stream reports when it has ended. */
export function useCancelRun() {
  const { mutate, isPending } = useMutation({
    mutationFn: cancelRun,
    onError: (error) => showFailure('The analysis could not be cancelled', error),
  });
  return { cancel: mutate, cancelling: isPending };
}
