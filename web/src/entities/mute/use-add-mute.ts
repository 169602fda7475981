import { type QueryClient, useMutation } from '@tanstack/react-query';

import type { Mute, MuteInput } from '@/api/types';
import { showFailure } from '@/lib/failure-toast';
import { showToast } from '@/lib/toasts';

import { addMute, deleteMute, muteName, refreshForMute } from './mutes';

const TOAST = 'muted';

/** Mutes, says so, and takes it back with all that it cleaned up. */
export function useAddMute(queryClient: QueryClient) {
  return useMutation({
    mutationFn: (input: MuteInput) => addMute(input),
    onSuccess: ({ mute, cleaned }) => {
      void refreshForMute(queryClient);
      showToast({
        id: TOAST,
        type: 'success',
        title: `${nameOf(mute)} is muted${mute.keyword === null ? '' : ` for “${mute.keyword}”`}`,
        text:
          cleaned > 0
            ? `${cleaned} ${cleaned === 1 ? 'notification was' : 'notifications were'} deleted`
            : undefined,
        action: { label: 'Undo', onAction: () => void takeBack(queryClient, mute) },
      });
    },
  });
}

async function takeBack(queryClient: QueryClient, mute: Mute): Promise<void> {
  try {
    await deleteMute(mute._id, true);
    showToast({ id: TOAST, type: 'success', title: `${nameOf(mute)} is not muted any more` });
  } catch (error) {
    showFailure('That could not be undone', error, { id: TOAST });
  }
  await refreshForMute(queryClient);
}

/** A thread's title may be long, and stands right there. */
const nameOf = (mute: Mute) => {
  if (mute.kind === 'thread') return 'The thread';
  return mute.kind === 'word' ? `“${mute.shown}”` : muteName(mute);
};
