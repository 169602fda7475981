import type { Notification } from '@/api/types';
import { Age } from '@/components/ui/age';
import { PlaceName } from '@/entities/feed/place-name';
import { authorLabel } from '@/lib/places';

/** Shows where, by whom and when a post was written, as the first and last columns of a row. */
export function RowFacts({ notification, id }: { notification: Notification; id: string }) {
  const { createdAt, redditPost, gone } = notification;
  const { subreddit, author } = redditPost;
  return (
    <p id={id} className="contents text-ink-faint">
      <span className="truncate">
        <span className="font-semibold text-ink-soft">
          <PlaceName place={subreddit} />
        </span>
        {!gone && author && (
          <>
            {' • '}
            <bdi>{authorLabel(author, subreddit)}</bdi>
          </>
        )}
      </span>{' '}
      <Age
        time={createdAt}
        form="notification"
        className="text-right whitespace-nowrap @2xl:order-last"
      />
    </p>
  );
}
