import { Popover } from 'radix-ui';
import { useId } from 'react';

import type { SubredditCount } from '@/api/types';
import { PlaceName } from '@/entities/feed/place-name';
import { numberText } from '@/lib/number';
import { isSite, placesCount } from '@/lib/places';

import { NAMED } from './busiest';

type MoreSubredditsProps = {
  /** The keyword of the group. */
  keyword: string;
  /** The subreddits, busiest first. */
  subreddits: readonly SubredditCount[];
  /** The number of newest notifications whose subreddits are known. */
  known: number;
  /** The number of all notifications. */
  count: number;
};

/** Continues the names of a group's header: how many there are, and all of them on request. */
export function MoreSubreddits({ keyword, subreddits, known, count }: MoreSubredditsProps) {
  const titleId = useId();
  const names = subreddits.map(({ subreddit }) => subreddit);
  const unnamed = names.slice(NAMED);
  const more = unnamed.length;
  if (more === 0) return null;
  const hasSite = unnamed.some(isSite);
  return (
    <Popover.Root>
      <Popover.Trigger
        aria-label={
          hasSite
            ? `${numberText(more)} more with “${keyword}”: ${placesCount(unnamed)}`
            : `${numberText(more)} more subreddits with “${keyword}”`
        }
        className="relative min-h-6 rounded-full bg-line/70 px-2 text-sm font-semibold whitespace-nowrap text-ink-soft tabular-nums hover:text-ink"
      >
        {`+${numberText(more)} more`}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={6}
          collisionPadding={12}
          aria-labelledby={titleId}
          className="z-50 flex max-h-[min(24rem,var(--radix-popover-content-available-height))] w-64 animate-rise flex-col rounded-control border border-line bg-surface p-4 shadow-float"
        >
          <p id={titleId} className="font-semibold">
            {placesCount(names)}
          </p>
          {known < count && (
            <p className="text-sm text-ink-faint">{`In the newest ${numberText(known)} notifications`}</p>
          )}
          {/* Focusable, so that the arrow keys scroll it. */}
          <ul tabIndex={0} aria-labelledby={titleId} className="mt-2 grid gap-1 overflow-y-auto">
            {subreddits.map(({ subreddit, count }) => (
              <li key={subreddit} className="flex justify-between gap-3 text-sm">
                <span dir="auto" className="min-w-0 text-left">
                  <PlaceName place={subreddit} />
                </span>
                <span className="text-ink-faint tabular-nums">{numberText(count)}</span>
              </li>
            ))}
          </ul>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
