import { useMutation, useQueryClient } from '@tanstack/react-query';

import type { Watch } from '@/api/types';
import { watchKeys } from '@/entities/watch/watch-keys';
import { showFailure } from '@/lib/failure-toast';

import { showWatch } from './watch-cache';

const mutationKey = ['change-watch'];

type Change<Input> = {
  send: (input: Input) => Promise<unknown>;
  /** Returns a watch and what it becomes; null if it is deleted. */
  effect: (input: Input) => { watch: Watch; next: Watch | null };
  /** The message on failure, which, unlike callbacks of `mutate`, outlives the screen. */
  failed: string;
};

/**
 * Changes watches on the screen at once, and reverts if the server refuses. Changes are sent one
 * after another, so that the last one wins however quickly they follow.
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
      // Until the last change is sent, the server's state is out of date.
      if (queryClient.isMutating({ mutationKey }) === 1) {
        await queryClient.invalidateQueries({ queryKey: watchKeys.all });
      }
    },
  });
}
