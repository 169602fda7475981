import { useState } from 'react';

import type { SubredditCount } from '@/api/types';
import { Button } from '@/components/ui/button';
import { usePlaceLabel } from '@/entities/feed/use-place-label';
import { matchCountText } from '@/entities/watch/match-count';
import { numberText } from '@/lib/number';
import { isSite } from '@/lib/places';

/** The number of subreddits shown at first. Their space is reserved, so nothing moves later. */
export const FEW = 4;

/** Shows the subreddits of the matches, most matches first. */
export function SubredditBars({ subreddits }: { subreddits: readonly SubredditCount[] }) {
  const [all, setAll] = useState(false);
  const labelOf = usePlaceLabel(subreddits.map(({ subreddit }) => subreddit));
  const most = Math.max(1, ...subreddits.map(({ count }) => count));
  const hasSite = subreddits.some(({ subreddit }) => isSite(subreddit));
  const kind = hasSite ? 'subreddit or site' : 'subreddit';
  return (
    <div className="min-w-0">
      <p className="mb-2 flex justify-between gap-3 text-xs font-semibold text-ink-soft">
        {`By ${kind}`}
        {subreddits.length > FEW && (
          <Button
            variant="link"
            aria-expanded={all}
            onClick={() => setAll(!all)}
            className="text-xs/4"
          >
            {all ? 'Show fewer' : `Show ${numberText(subreddits.length)}`}
          </Button>
        )}
      </p>
      {subreddits.length === 0 && <p className="text-xs text-ink-faint">None yet</p>}
      <ul aria-label={`Matches by ${kind}`}>
        {subreddits.slice(0, all ? undefined : FEW).map(({ subreddit, count }) => (
          <li key={subreddit} className="h-6.5 text-xs">
            <p className="flex justify-between gap-2">
              <span className="truncate">{labelOf(subreddit)}</span>
              <span className="text-ink-soft">
                <span aria-hidden>{numberText(count)}</span>
                <span className="sr-only">{matchCountText(count)}</span>
              </span>
            </p>
            <div aria-hidden className="mt-0.5 h-1 overflow-hidden rounded-full bg-line">
              <div
                className="h-full rounded-full bg-brand transition-[width] duration-300"
                style={{ width: `${(100 * count) / most}%` }}
              />
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
