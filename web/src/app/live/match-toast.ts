import type { Notification } from '@/api/types';
import { paths } from '@/config/paths';
import { headline } from '@/lib/headline';
import { useMatchToasts } from '@/lib/match-toasts';
import { numberText } from '@/lib/number';
import { inPlace } from '@/lib/places';
import { showToast, useToasts } from '@/lib/toasts';

const ID = 'match';
/** The pages that list new matches by themselves. */
const LISTING: readonly string[] = [paths.dashboard, paths.notifications];

/** Returns whether matches are to be announced and the screen at `pathname` does not list them. */
export function wantsMatchToast(pathname: string): boolean {
  return useMatchToasts.getState().on && !LISTING.includes(pathname);
}

/** Returns a function that announces matches in one toast and counts further ones in it. */
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
