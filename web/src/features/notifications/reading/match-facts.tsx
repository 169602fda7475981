import type { Notification } from '@/api/types';
import { numberText } from '@/lib/number';
import { authorLabel, placeLabel } from '@/lib/places';
import { relativeTime } from '@/lib/relative-time';

import { exactAge } from '../list/exact-age';

const kinds = { post: 'Post', comment: 'Comment' };

type MatchFactsProps = {
  notification: Notification;
  id: string;
  /** Its keyword and state, in a list with more than one of them. */
  place?: string;
};

/** Shows where, by whom and when a post was written, and how often it matches. */
export function MatchFacts({ notification, id, place }: MatchFactsProps) {
  const { createdAt, kind, redditPost, matches, gone } = notification;
  const { subreddit, author } = redditPost;
  return (
    <p id={id} className="min-w-0 pt-1 text-sm break-words text-ink-faint">
      <span className="font-semibold text-ink-soft">{placeLabel(subreddit)}</span>
      {!gone && ` • ${kinds[kind]}${author ? ` by ${authorLabel(author, subreddit)}` : ''}`}
      {' • '}
      <time className="whitespace-nowrap" dateTime={createdAt} title={exactAge(createdAt)}>
        {relativeTime(createdAt)}
      </time>
      {matches.length > 1 && (
        <span className="whitespace-nowrap">{` • ${numberText(matches.length)} matches`}</span>
      )}
      {place && ` • ${place}`}
    </p>
  );
}
