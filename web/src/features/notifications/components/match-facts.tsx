import type { Notification } from '@/api/types';
import { numberText } from '@/lib/number';
import { authorLabel, placeLabel } from '@/lib/places';
import { relativeTime } from '@/lib/relative-time';

import { exactAge } from '../exact-age';

const kinds = { post: 'Post', comment: 'Comment' };

type MatchFactsProps = {
  notification: Notification;
  id: string;
  /** Where it stands, in a list of more than one keyword or state. */
  place?: string;
};

/** Where it was said, by whom and when, and how often the keyword is in it. */
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
