import { useMutation, useQueryClient } from '@tanstack/react-query';

import { insightKeys } from '@/entities/insights/insight-keys';
import { showFailure } from '@/lib/failure-toast';
import { hasCode } from '@/lib/http/api-error';
import { useSession } from '@/lib/http/session';
import { reloadPage } from '@/lib/page';
import { showToast } from '@/lib/toasts';

import { clearLatest, restoreLatest } from './api/latest';
import { isSample, putAside, storeResult, takeCleared } from './stored-result';

const TOAST = 'insights-cleared';

/** Removes the stored result, here and on the server, and reloads the page. */
export function useClear() {
  const { mutate, isPending } = useMutation({
    mutationFn: clearLatest,
    onSuccess: () => {
      putAside();
      reloadPage();
    },
    onError: (error) => showFailure('The insights could not be cleared', error),
  });
  return { clear: () => mutate(), isPending };
}

/**
 * Offers, after the reload, to undo the clearing: on the server, for all devices, and in this
 * browser. The undo also works after the screen is closed.
 */
export function useOfferUndo() {
  const queryClient = useQueryClient();
  const userId = useSession((state) => state.user?._id ?? '');
  const restore = useMutation({ mutationFn: restoreLatest });

  return () => {
    const cleared = takeCleared(userId);
    if (!cleared) return;
    const kept = cleared.result;
    const undo = async () => {
      try {
        await restore.mutateAsync().catch((error: unknown) => {
          // Samples of an older version were stored in this browser only.
          if (!(kept && isSample(kept) && hasCode(error, 'NOT_FOUND'))) throw error;
        });
        if (kept) storeResult(userId, kept);
        queryClient.setQueryData(insightKeys.stored(userId), kept);
        await queryClient.invalidateQueries({ queryKey: insightKeys.latest });
        showToast({ id: TOAST, type: 'success', title: 'Your insights are back' });
      } catch (error) {
        showFailure('That could not be undone', error, { id: TOAST });
      }
    };
    showToast({
      id: TOAST,
      type: 'success',
      title: 'Insights cleared',
      action: { label: 'Undo', onAction: () => void undo() },
    });
  };
}
