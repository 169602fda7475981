import { useMutation, useQueryClient } from '@tanstack/react-query';

import type { Watch } from '@/api/types';
import { watchKeys } from '@/entities/watch/watch-keys';
import { showFailure } from '@/lib/failure-toast';

import { showWatch } from './watch-cache';

const mutationKey = ['change-watch'];

type Change<Input> = {
  send: (input: Input) => Promise<unknown>;
  /** A watch and what becomes of it; null if it goes. */
  effect: (input: Input) => { watch: Watch; next: Watch | null };
  /** What is shown if it fails, also after the screen was left: not so what is given to `mutate`. */
  failed: string;
};

/**
 * Changes watches: at once on the screen, and back if the server refuses. Changes are sent one after
 * another, so that the last decides however quickly they come.
 */
export function useChangeWatch<Input>({ send, effect, failed }: Change<Input>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey,
    scope: { id: 'change-watch' },
    mutationFn: send,
    onMutate: (input: Input) => {
      const { watch, next } = effect(input);
      return showWatch(queryClient, watch, next);
    },
    onError: (error, _input, takeBack) => {
      takeBack?.();
      showFailure(failed, error);
    },
    onSettled: async () => {
      // What the server holds before the last of them is not what is wanted.
      if (queryClient.isMutating({ mutationKey }) === 1) {
        await queryClient.invalidateQueries({ queryKey: watchKeys.all });
      }
    },
  });
}
