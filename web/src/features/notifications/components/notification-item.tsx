import { lazy, Suspense, useId } from 'react';

import type { Notification, NotificationStatus } from '@/api/types';
import { Highlighted } from '@/components/ui/highlighted';
import { segments } from '@/lib/highlight';
import { relativeTime } from '@/lib/relative-time';
import { useLeaveFocus } from '@/lib/use-leave-focus';

import type { Place } from '../api/move-calls';
import { placesAfterItem } from '../landmarks';
import { truncate } from '../truncate';
import { ItemActions } from './item-actions';

const PostContent = lazy(() => import('./post-content'));

type NotificationItemProps = {
  notification: Notification;
  status: NotificationStatus;
  onMove: (to: Place) => void;
};

/** One notification. It takes the focus, so that the keys know which one is meant. */
export function NotificationItem({ notification, status, onMove }: NotificationItemProps) {
  const { _id, createdAt, redditPost, matches } = notification;
  const article = useLeaveFocus<HTMLElement>(placesAfterItem);
  const id = useId();
  const title = segments(
    redditPost.title,
    matches.filter(({ field }) => field === 'title'),
  );

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
      </p>
      <div className="sm:col-span-2">
        {redditPost.title && (
          <h2 id={`${id}-title`} className="mt-1 font-sans text-base font-semibold tracking-normal">
            <Highlighted segments={title} />
          </h2>
        )}
        {redditPost.content && (
          <Suspense
            fallback={<p className="mt-1.5 text-ink-soft">{truncate(redditPost.content)}</p>}
          >
            <PostContent notification={notification} />
          </Suspense>
        )}
      </div>
      <ItemActions url={redditPost.url} status={status} onMove={onMove} />
    </article>
  );
}
