import { clsx } from 'clsx';
import { ExternalLink, Trash2 } from 'lucide-react';
import { lazy, Suspense } from 'react';

import type { Notification } from '@/api/types';
import { Button } from '@/components/ui/button';
import { Highlighted } from '@/components/ui/highlighted';
import { Tooltip } from '@/components/ui/tooltip';
import { errorText, RateLimitedError } from '@/lib/api-error';
import { segments } from '@/lib/highlight';
import { decodeEntities } from '@/lib/html-entities';
import { relativeTime } from '@/lib/relative-time';
import { showToast } from '@/lib/toasts';

import { useDeleteNotification, useReadNotification } from '../api/change-notification';
import { truncate } from '../truncate';
import { useLeaveFocus } from '../use-leave-focus';

const PostContent = lazy(() => import('./post-content'));

type NotificationItemProps = {
  notification: Notification;
  /** Takes the focus when this goes away with it. */
  onGone: () => void;
};

export function NotificationItem({ notification, onGone }: NotificationItemProps) {
  const { _id, createdAt, redditPost, matches } = notification;
  const read = useReadNotification();
  const remove = useDeleteNotification();
  const article = useLeaveFocus<HTMLElement>(onGone);
  // Decoded piece by piece: the offsets count the text as it came.
  const title = segments(
    redditPost.title,
    matches.filter(({ field }) => field === 'title'),
  ).map(({ text, hit }) => ({ text: decodeEntities(text), hit }));

  const view = () => {
    window.open(redditPost.url, '_blank', 'noopener,noreferrer');
    read.mutate(_id);
  };
  const onError = (error: Error) => {
    if (error instanceof RateLimitedError) return;
    const text = errorText(error, 'Please try again.');
    showToast({ type: 'error', title: 'The notification could not be deleted', text });
  };

  return (
    <article ref={article} className={clsx('px-5 py-4', remove.isPending && 'opacity-50')}>
      <div className="flex items-start justify-between gap-3">
        <p className="min-w-0 pt-1 text-sm text-ink-faint">
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
        <div className="-mt-0.5 -mr-2 flex shrink-0 items-center gap-1">
          <Button look="ghost" size="sm" onClick={view} className="text-brand-text!">
            View Post
            <ExternalLink aria-hidden />
          </Button>
          <Tooltip text="Delete">
            <Button
              look="ghost"
              size="icon"
              aria-label="Delete notification"
              // Not disabled meanwhile: it would lose the focus.
              aria-busy={remove.isPending || undefined}
              onClick={() => !remove.isPending && remove.mutate(_id, { onError })}
              className="size-9! hover:bg-bad-soft! hover:text-bad!"
            >
              <Trash2 aria-hidden />
            </Button>
          </Tooltip>
        </div>
      </div>
      {redditPost.title && (
        <h2 className="mt-1 font-sans text-base font-semibold tracking-normal">
          <Highlighted segments={title} />
        </h2>
      )}
      {redditPost.content && (
        <Suspense fallback={<p className="mt-1.5 text-ink-soft">{truncate(redditPost.content)}</p>}>
          <PostContent notification={notification} />
        </Suspense>
      )}
    </article>
  );
}
