import type { Mute } from '@/api/types';
import { muteName } from '@/entities/mute/mutes';
import { showFailure } from '@/lib/failure-toast';
import { counted } from '@/lib/number';
import { showToast } from '@/lib/toasts';

import { useMuteAgain, useRemoveMute } from './api/remove-mute';

const TOAST = 'unmuted';

/** Ends mutes and offers to undo that, even after the screen has been left. */
export function useUnmute() {
  const remove = useRemoveMute();
  const again = useMuteAgain();

  const muteAgain = async (mute: Mute, restore: boolean) => {
    try {
      await again.mutateAsync({ mute, restore });
      showToast({ id: TOAST, type: 'success', title: `${muteName(mute)} is muted again` });
    } catch (error) {
      showFailure('That could not be undone', error, { id: TOAST });
    }
  };

  const unmute = async (mute: Mute, restore: boolean) => {
    try {
      const restored = await remove.mutateAsync({ mute, restore });
      showToast({
        id: TOAST,
        type: 'success',
        title: `${muteName(mute)} is no longer muted`,
        text: restored
          ? `${counted(restored, 'notification')} ${restored === 1 ? 'was' : 'were'} restored`
          : undefined,
        action: { label: 'Undo', onAction: () => void muteAgain(mute, restored > 0) },
      });
    } catch (error) {
      showFailure(`${muteName(mute)} could not be unmuted`, error, { id: TOAST });
    }
  };
  return { unmute, leaving: remove.isPending ? remove.variables.mute._id : undefined };
}
