import { mutationOptions, type QueryClient, useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';

import type { Mute, MuteInput } from '@/api/types';
import { showFailure } from '@/lib/failure-toast';
import { counted, numberText } from '@/lib/number';
import { useOffline } from '@/lib/offline/network';
import { queued, WAITS } from '@/lib/offline/queued';
import { placesCount } from '@/lib/places';
import { showToast } from '@/lib/toasts';

import { addMute, addMutes, deleteMute, endMutes, muteName, refreshForMute } from './mutes';

const TOAST = 'muted';

const mutationKey = ['add-mutes'];

/** Creates one or several mutes, confirms them, and offers to undo them and the cleanup. */
export const addMuting = (queryClient: QueryClient) =>
  mutationOptions({
    ...queued,
    mutationKey,
    mutationFn: async (inputs: readonly MuteInput[]) => {
      const [first, ...others] = inputs;
      if (!first || others.length > 0) return addMutes([...inputs]);
      const { mute, cleaned } = await addMute(first);
      return { mutes: [mute], cleaned };
    },
    onSuccess: ({ mutes, cleaned }) => {
      void refreshForMute(queryClient);
      const keyword = mutes[0]?.keyword ?? null;
      showToast({
        id: TOAST,
        type: 'success',
        title: `${namesOf(mutes)} muted${keyword === null ? '' : ` for “${keyword}”`}`,
        text:
          cleaned > 0
            ? `${counted(cleaned, 'notification')} ${cleaned === 1 ? 'was' : 'were'} deleted`
            : undefined,
        action: { label: 'Undo', onAction: () => void takeBack(queryClient, mutes) },
      });
    },
  });

/** Mutes, and calls `onWaiting` once a mute waits for the network. */
export function useAddMute(queryClient: QueryClient, onWaiting: () => void) {
  const mutation = useMutation(addMuting(queryClient));
  const isWaiting = useOffline() && mutation.isPaused;
  const wait = useEffectEvent(() => {
    confirmWaiting(queryClient);
    onWaiting();
  });
  useEffect(() => {
    if (isWaiting) wait();
  }, [isWaiting]);
  return mutation;
}

/** Confirms the latest mute, which can be taken back as long as it has not been sent. */
function confirmWaiting(queryClient: QueryClient): void {
  const cache = queryClient.getMutationCache();
  const waiting = cache.findAll({ mutationKey, status: 'pending' }).at(-1);
  const isUnsent = waiting?.state.failureCount === 0;
  const takeBack = () => {
    if (waiting?.state.isPaused) cache.remove(waiting);
  };
  showToast({
    id: TOAST,
    type: 'success',
    title: 'The mute is saved',
    text: WAITS,
    action: isUnsent ? { label: 'Undo', onAction: takeBack } : undefined,
  });
}

async function takeBack(queryClient: QueryClient, mutes: readonly Mute[]): Promise<void> {
  try {
    const [first, ...others] = mutes.map(({ _id }) => _id);
    if (first !== undefined && others.length === 0) await deleteMute(first, true);
    else
      await endMutes(
        mutes.map(({ _id }) => _id),
        true,
      );
    showToast({ id: TOAST, type: 'success', title: `${namesOf(mutes)} no longer muted` });
  } catch (error) {
    showFailure('That could not be undone', error, { id: TOAST });
  }
  await refreshForMute(queryClient);
}

const plurals = { author: 'authors', thread: 'threads', word: 'words' };

function namesOf(mutes: readonly Mute[]): string {
  const [first] = mutes;
  if (first && mutes.length === 1) return `${nameOf(first)} is`;
  const kind = first?.kind ?? 'author';
  if (kind === 'subreddit') return `${placesCount(mutes.map(({ value }) => value))} are`;
  return `${numberText(mutes.length)} ${plurals[kind]} are`;
}

/** Names a mute. Threads have no title here: it may be long, and is visible right there. */
const nameOf = (mute: Mute) => {
  if (mute.kind === 'thread') return 'The thread';
  return mute.kind === 'word' ? `“${mute.shown}”` : muteName(mute);
};
