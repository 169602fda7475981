import { lazy, Suspense, useId } from 'react';

import type { Notification, NotificationStatus } from '@/api/types';
import { Highlighted } from '@/components/ui/highlighted';
import { excerpt, segments } from '@/lib/highlight';
import { siteLabel } from '@/lib/places';
import { useLeaveFocus } from '@/lib/use-leave-focus';

import type { Target } from '../api/move-calls';
import { MatchElsewhere } from '../reading/match-elsewhere';
import { MatchFacts } from '../reading/match-facts';
import { useReadingPane } from '../reading/reading-pane-state';
import { ReplyReasonList } from '../reading/reply-reason-list';
import { WhyAlert } from '../reading/why-alert';
import { ItemActions } from '../triage/item-actions';
import { placesAfterItem } from './landmarks';
import { type More, MoreToggle } from './more-toggle';
import { PREVIEW_LENGTH } from './preview-length';

const PostContent = lazy(() => import('../reading/post-content'));

type NotificationItemProps = {
  notification: Notification;
  status: NotificationStatus;
  /** The number of notifications that its actions affect. */
  count: number;
  /** The toggle for the rest of its story, if there is any. */
  more?: More;
  /** Its keyword and state, in a list with more than one of them. */
  place?: string;
  onMove: (to: Target) => void;
};

/** One notification. It takes the focus, so that the shortcuts know which one is meant. */
export function NotificationItem(props: NotificationItemProps) {
  const { notification, more, place } = props;
  const { _id } = notification;
  const article = useLeaveFocus<HTMLElement>(placesAfterItem);
  const id = useId();
  const pane = useReadingPane();
  const isOpen = pane?.openId === _id;

  return (
    <article
      ref={article}
      tabIndex={-1}
      data-notification={_id}
      aria-current={isOpen || undefined}
      onClick={(event) => {
        if (pane && !isControl(event.target)) pane.open(notification);
      }}
      // While one is open in the reading pane, the focused one replaces it.
      onFocus={({ target, currentTarget }) => {
        if (pane && pane.openId !== null && target === currentTarget) pane.open(notification);
      }}
      aria-labelledby={`${id}-about ${id}-title`}
      className="grid scroll-mt-20 grid-cols-1 gap-x-3 px-5 py-4 -outline-offset-2 aria-[current=true]:bg-brand-soft/50 group-data-[density=compact]/list:py-1.5 group-data-[density=compact]/list:text-sm focus-visible:bg-brand-soft/50 @lg:grid-cols-[minmax(0,1fr)_auto]"
    >
      <MatchFacts notification={notification} id={`${id}-about`} place={place} />
      <div className="@lg:col-span-2">
        <What notification={notification} titleId={`${id}-title`} />
        <ReplyReasonList notification={notification} />
        {!notification.gone && <WhyAlert notification={notification} />}
        {more && <MoreToggle {...more} />}
      </div>
      <ItemActions {...props} />
    </article>
  );
}

const isControl = (target: EventTarget) =>
  target instanceof Element && target.closest('a, button, input, label, [role=dialog]') !== null;

/** Shows what was written, or only that it was removed. */
function What({ notification, titleId }: { notification: Notification; titleId: string }) {
  const { redditPost, matches, gone } = notification;
  if (gone) {
    return (
      <h2
        id={titleId}
        className="mt-1 font-sans text-base font-medium tracking-normal text-ink-faint italic"
      >
        {`Removed from ${siteLabel(redditPost.subreddit)}`}
      </h2>
    );
  }
  const inTitle = matches.filter(({ field }) => field === 'title');
  const inBody = matches.filter(({ field }) => field === 'body');
  return (
    <>
      {redditPost.title && (
        <h2 id={titleId} className="mt-1 font-sans text-base font-semibold tracking-normal">
          <Highlighted segments={segments(redditPost.title, inTitle)} />
        </h2>
      )}
      {redditPost.content && (
        <Suspense
          fallback={
            <p className="mt-1.5 break-words text-ink-soft">
              <Highlighted segments={excerpt(redditPost.content, inBody, PREVIEW_LENGTH)} />
            </p>
          }
        >
          <PostContent notification={notification} />
        </Suspense>
      )}
      <MatchElsewhere notification={notification} />
    </>
  );
}
