import type { Mute } from '@/api/types';
import { errorText, RateLimitedError } from '@/lib/api-error';
import { muteName } from '@/lib/mutes';
import { showToast } from '@/lib/toasts';

import { useMuteAgain, useRemoveMute } from './api/remove-mute';

const TOAST = 'unmuted';

function tellFailure(title: string, error: Error) {
  // The layout tells of a rate limit.
  if (error instanceof RateLimitedError) return;
  showToast({ id: TOAST, type: 'error', title, text: errorText(error, 'Please try again.') });
}

/** Ends mutes, and offers to take that back. */
export function useUnmute() {
  const remove = useRemoveMute();
  const again = useMuteAgain();

  const unmute = (mute: Mute, restore: boolean) =>
    remove.mutate(
      { mute, restore },
      {
        onSuccess: (restored) =>
          showToast({
            id: TOAST,
            type: 'success',
            title: `${muteName(mute)} is no longer muted`,
            text: restored
              ? `${countText(restored)} ${restored === 1 ? 'is' : 'are'} back`
              : undefined,
            action: {
              label: 'Undo',
              onAction: () =>
                again.mutate(
                  { mute, restore: restored > 0 },
                  {
                    onSuccess: () =>
                      showToast({
                        id: TOAST,
                        type: 'success',
                        title: `${muteName(mute)} is muted again`,
                      }),
                    onError: (error) => tellFailure('That could not be undone', error),
                  },
                ),
            },
          }),
        onError: (error) => tellFailure(`${muteName(mute)} could not be unmuted`, error),
      },
    );
  return { unmute, leaving: remove.isPending ? remove.variables.mute._id : undefined };
}

export function countText(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'notification' : 'notifications'}`;
}
