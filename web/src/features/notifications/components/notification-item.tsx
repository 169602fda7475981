import { lazy, Suspense, useId } from 'react';

import type { Notification, NotificationStatus } from '@/api/types';
import { Highlighted } from '@/components/ui/highlighted';
import { segments } from '@/lib/highlight';
import { relativeTime } from '@/lib/relative-time';
import { useLeaveFocus } from '@/lib/use-leave-focus';

import type { Target } from '../api/move-calls';
import { placesAfterItem } from '../landmarks';
import { truncate } from '../truncate';
import { ItemActions } from './item-actions';
import { MatchElsewhere } from './match-elsewhere';
import { type More, MoreToggle } from './more-toggle';
import { WhyAlert } from './why-alert';

const PostContent = lazy(() => import('./post-content'));

type NotificationItemProps = {
  notification: Notification;
  status: NotificationStatus;
  /** How many notifications its actions act on. */
  count: number;
  /** The others of its story, if there are any. */
  more?: More;
  /** Where it stands, in a list of more than one keyword or state. */
  place?: string;
  onMove: (to: Target) => void;
};

/** One notification. It takes the focus, so that the keys know which one is meant. */
export function NotificationItem(props: NotificationItemProps) {
  const { notification, status, count, more, place, onMove } = props;
  const { _id, createdAt, redditPost } = notification;
  const article = useLeaveFocus<HTMLElement>(placesAfterItem);
  const id = useId();

  return (
    <article
      ref={article}
      tabIndex={-1}
      data-notification={_id}
      aria-labelledby={`${id}-about ${id}-title`}
      className="grid scroll-mt-20 grid-cols-1 gap-x-3 px-5 py-4 -outline-offset-2 focus-visible:bg-brand-soft/50 sm:grid-cols-[minmax(0,1fr)_auto]"
    >
      <p id={`${id}-about`} className="min-w-0 pt-1 text-sm text-ink-faint">
        <span className="font-semibold text-ink-soft">{`r/${redditPost.subreddit}`}</span>
        {' • '}
        <time
          className="whitespace-nowrap"
          dateTime={createdAt}
          title={new Date(createdAt).toLocaleString()}
        >
          {relativeTime(createdAt)}
        </time>
        {place && <span className="break-words">{` • ${place}`}</span>}
      </p>
      <div className="sm:col-span-2">
        <What notification={notification} titleId={`${id}-title`} />
        {!notification.gone && <WhyAlert notification={notification} />}
        {more && <MoreToggle {...more} />}
      </div>
      <ItemActions notification={notification} status={status} count={count} onMove={onMove} />
    </article>
  );
}

/** What was written; of something that is gone only that it is. */
function What({ notification, titleId }: { notification: Notification; titleId: string }) {
  const { redditPost, matches, gone } = notification;
  if (gone) {
    return (
      <h2
        id={titleId}
        className="mt-1 font-sans text-base font-medium tracking-normal text-ink-faint italic"
      >
        Removed in the forum
      </h2>
    );
  }
  const inTitle = matches.filter(({ field }) => field === 'title');
  return (
    <>
      {redditPost.title && (
        <h2 id={titleId} className="mt-1 font-sans text-base font-semibold tracking-normal">
          <Highlighted segments={segments(redditPost.title, inTitle)} />
        </h2>
      )}
      {redditPost.content && (
        <Suspense fallback={<p className="mt-1.5 text-ink-soft">{truncate(redditPost.content)}</p>}>
          <PostContent notification={notification} />
        </Suspense>
      )}
      <MatchElsewhere notification={notification} />
    </>
  );
}
