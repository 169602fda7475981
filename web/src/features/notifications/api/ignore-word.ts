import { useMutation, useQueryClient } from '@tanstack/react-query';

import type { Notification } from '@/api/types';
import { ignoreWord } from '@/entities/watch/ignore-word';
import { watchKeys } from '@/entities/watch/watch-keys';
import { showFailure } from '@/lib/failure-toast';
import { showToast } from '@/lib/toasts';

import { explanationQuery, explanations } from './explain-notification';

const TOAST = 'word-ignored';

/**
 * Has a word no longer count against the matches of a notification's watch, reports it and offers to undo it.
 * Returns why the notification is set aside still, if it is.
 */
export function useIgnoreWord({ _id, watchId, matchedKeyword }: Notification) {
  const queryClient = useQueryClient();
  const explanation = explanationQuery(_id);
  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: explanations }),
      queryClient.invalidateQueries({ queryKey: watchKeys.all }),
    ]);
  const countAgain = async (word: string) => {
    try {
      await ignoreWord(watchId, word, false);
    } catch (error) {
      showFailure('That could not be undone', error, { id: TOAST });
    }
    await refresh();
  };
  return useMutation({
    mutationFn: async (word: string) => {
      await ignoreWord(watchId, word, true);
      showToast({
        id: TOAST,
        type: 'success',
        title: `“${word}” no longer counts against “${matchedKeyword}”`,
        action: { label: 'Undo', onAction: () => void countAgain(word) },
      });
      return queryClient.query(explanation);
    },
    onError: (error) => showFailure('The word still counts', error, { id: TOAST }),
    onSettled: () => void refresh(),
  });
}
