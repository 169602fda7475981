import { useMutation } from '@tanstack/react-query';

import { showFailure } from '@/lib/failure-toast';

import { cancelRun } from './api/runs';

/** Ends an analysis; the stream of its progress reports when it has. */
export function useCancelRun() {
  const { mutate, isPending } = useMutation({
    mutationFn: cancelRun,
    onError: (error) => showFailure('The analysis could not be cancelled', error),
  });
  return { cancel: mutate, cancelling: isPending };
}
