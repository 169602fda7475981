import type { FollowedFeed } from '@/api/types';
import { showFailure } from '@/lib/failure-toast';
import { showToast } from '@/lib/toasts';

import { useFollowFeed } from './api/follow-feed';
import { useUnfollowFeed } from './api/unfollow-feed';

const TOAST = 'unfollowed';

/** Unfollows feeds and offers to undo that, even after the screen has been left. */
export function useUnfollow() {
  const remove = useUnfollowFeed();
  const again = useFollowFeed();

  const followAgain = async ({ title, address }: FollowedFeed) => {
    try {
      await again.mutateAsync({ address });
      showToast({ id: TOAST, type: 'success', title: `You follow ${title} again` });
    } catch (error) {
      showFailure('That could not be undone', error, { id: TOAST });
    }
  };

  const unfollow = async (feed: FollowedFeed) => {
    try {
      await remove.mutateAsync(feed);
      showToast({
        id: TOAST,
        type: 'success',
        title: `You no longer follow ${feed.title}`,
        // Its password is forgotten, or a program begins it.
        action:
          feed.hasCredentials || feed.pushName !== null
            ? undefined
            : { label: 'Undo', onAction: () => void followAgain(feed) },
      });
    } catch (error) {
      showFailure(`You still follow ${feed.title}`, error, { id: TOAST });
    }
  };
  return { unfollow, leaving: remove.isPending ? remove.variables._id : undefined };
}
