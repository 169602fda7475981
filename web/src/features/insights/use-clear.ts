import { useMutation } from '@tanstack/react-query';

import { showFailure } from '@/lib/failure-toast';
import { reloadPage } from '@/lib/page';

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
    onError: (error) => showFailure('The insights could not be cleared', error),
  });
  return { clear: () => mutate(), isPending };
}
