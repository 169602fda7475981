import { useMutation } from '@tanstack/react-query';

import { errorText } from '@/lib/api-error';
import { showToast } from '@/lib/toasts';

import { cancelRun } from './api/runs';

/** Ends an analysis; the stream of its progress tells when it has. */
export function useCancel() {
  const { mutate, isPending } = useMutation({
    mutationFn: cancelRun,
    onError: (error) =>
      showToast({
        type: 'error',
        title: 'The analysis could not be cancelled',
        text: errorText(error, 'Harken could not be reached. Please try again.'),
      }),
  });
  return { cancel: mutate, cancelling: isPending };
}
