import type { Notification } from '@/api/types';
import { paths } from '@/config/paths';
import { headline } from '@/lib/headline';
import { useMatchToasts } from '@/lib/match-toasts';
import { numberText } from '@/lib/number';
import { inPlace } from '@/lib/places';
import { showToast, useToasts } from '@/lib/toasts';

const ID = 'match';
/** They list what has come by themselves. */
const LISTING: readonly string[] = [paths.dashboard, paths.notifications];

/** Whether the user asked for messages about matches and the screen at `pathname` does not show them. */
export function wantsMatchToast(pathname: string): boolean {
  return useMatchToasts.getState().on && !LISTING.includes(pathname);
}

/** Announces matches with one toast: further ones while it is shown are counted in it. */
export function createMatchToast(): (notification: Notification) => void {
  let count = 0;
  return ({ matchedKeyword, redditPost }) => {
    const shown = useToasts.getState().toasts.some(({ id }) => id === ID);
    count = shown ? count + 1 : 1;
    const what = `“${matchedKeyword}” ${inPlace(redditPost.subreddit)}`;
    if (count === 1) {
      showToast({
        id: ID,
        type: 'info',
        title: `New match: ${what}`,
        text: headline(redditPost),
        link: { label: 'View Post', href: redditPost.url, external: true },
      });
      return;
    }
    showToast({
      id: ID,
      type: 'info',
      title: `${numberText(count)} new matches`,
      text: `Latest: ${what}`,
      link: { label: 'View all', href: paths.notifications },
    });
  };
}
