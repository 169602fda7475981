import type { Notification } from '@/api/types';
import { paths } from '@/config/paths';
import { decodeEntities } from '@/lib/html-entities';
import { showToast, useToasts } from '@/lib/toasts';

const ID = 'match';

/** Announces matches with one toast: further ones while it is shown are counted in it. */
export function createMatchToast(): (notification: Notification) => void {
  let count = 0;
  return ({ matchedKeyword, redditPost }) => {
    const shown = useToasts.getState().toasts.some(({ id }) => id === ID);
    count = shown ? count + 1 : 1;
    const what = `“${matchedKeyword}” in r/${redditPost.subreddit}`;
    if (count === 1) {
      showToast({
        id: ID,
        waitsForDialog: true,
        type: 'info',
        title: `New match: ${what}`,
        text: decodeEntities(redditPost.title),
        link: { label: 'View Post', href: redditPost.url, external: true },
      });
      return;
    }
    showToast({
      id: ID,
      waitsForDialog: true,
      type: 'info',
      title: `${count} new matches`,
      text: `Latest: ${what}`,
      link: { label: 'View all', href: paths.notifications },
    });
  };
}
