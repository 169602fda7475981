import { type QueryClient, useMutation } from '@tanstack/react-query';

import type { Mute, MuteInput } from '@/api/types';
import { showFailure } from '@/lib/failure-toast';
import { counted, numberText } from '@/lib/number';
import { placesCount } from '@/lib/places';
import { showToast } from '@/lib/toasts';

import { addMute, addMutes, deleteMute, endMutes, muteName, refreshForMute } from './mutes';

const TOAST = 'muted';

/** Creates one or several mutes, confirms them, and offers to undo them and the cleanup. */
export function useAddMute(queryClient: QueryClient) {
  return useMutation({
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
