import { useMutation } from '@tanstack/react-query';

import { errorText } from '@/lib/api-error';
import { reloadPage } from '@/lib/page';
import { showToast } from '@/lib/toasts';

import { clearLatest } from './api/latest';
import { forgetResult } from './stored-result';

/** Removes the stored result, here and on the server, and loads the page anew. */
export function useClear() {
  const { mutate, isPending } = useMutation({
    mutationFn: clearLatest,
    onSuccess: () => {
      forgetResult();
      reloadPage();
    },
    onError: (error) =>
      showToast({
        type: 'error',
        title: 'The insights could not be cleared',
        text: errorText(error, 'Harken could not be reached. Please try again.'),
      }),
  });
  return { clear: () => mutate(), isPending };
}
