import type { Notification } from '@/api/types';
import { Age } from '@/components/ui/age';
import { PlaceName } from '@/entities/feed/place-name';
import { dateTimeText } from '@/lib/dates';
import { exactAge } from '@/lib/exact-age';
import { numberText } from '@/lib/number';
import { authorLabel } from '@/lib/places';

const kinds = { post: 'Post', comment: 'Comment' };

type MatchFactsProps = {
  notification: Notification;
  id: string;
  /** Its keyword and state, in a list with more than one of them. */
  place?: string;
  /** Beside its row, which is not repeated: the exact time instead of place, author and age. */
  besideRow?: boolean;
};

/** Shows where, by whom and when a post was written, and how often it matches. */
export function MatchFacts({ notification, id, place, besideRow }: MatchFactsProps) {
  const { createdAt, kind, redditPost, matches, gone } = notification;
  const { subreddit, author } = redditPost;
  return (
    <p id={id} className="min-w-0 pt-1 text-sm break-words text-ink-faint">
      {besideRow ? (
        kinds[kind]
      ) : (
        <>
          <span className="font-semibold text-ink-soft">
            <PlaceName place={subreddit} />
          </span>
          {!gone && ` • ${kinds[kind]}`}
          {!gone && author && (
            <>
              {' by '}
              <bdi>{authorLabel(author, subreddit)}</bdi>
            </>
          )}
        </>
      )}
      {' • '}
      {besideRow ? (
        <time className="whitespace-nowrap" dateTime={createdAt} title={exactAge(createdAt)}>
          {dateTimeText(createdAt)}
        </time>
      ) : (
        <Age time={createdAt} form="notification" className="whitespace-nowrap" />
      )}
      {matches.length > 1 && (
        <span className="whitespace-nowrap">{` • ${numberText(matches.length)} matches`}</span>
      )}
      {place && (
        <>
          {' • '}
          <bdi>{place}</bdi>
        </>
      )}
    </p>
  );
}
