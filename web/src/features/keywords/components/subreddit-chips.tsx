import { clsx } from 'clsx';
import { Check, X } from 'lucide-react';

import { Spinner } from '@/components/ui/spinner';

import type { Entry } from '../subreddit-entries';

type ChipsProps = { entries: readonly Entry[]; onRemove: (name: string) => void };

/** Valid names in green, with those that are being checked. */
export function SubredditChips({ entries, onRemove }: ChipsProps) {
  const shown = entries.filter(({ status }) => status !== 'invalid');
  if (shown.length === 0) return null;
  return (
    <ul aria-label="Chosen subreddits" className="contents">
      {shown.map(({ name, status }) => (
        <li
          key={name}
          className={clsx(
            'inline-flex h-7 max-w-full items-center gap-1.5 rounded-full pl-2.5 text-sm font-semibold',
            status === 'valid' ? 'bg-good-soft text-good' : 'bg-sunken text-ink-soft',
          )}
        >
          {status === 'valid' ? (
            <Check aria-hidden className="size-3.5 shrink-0" />
          ) : (
            <Spinner className="size-3.5 shrink-0" />
          )}
          <span className="truncate">r/{name}</span>
          <button
            type="button"
            aria-label={`Remove r/${name}`}
            onClick={() => onRemove(name)}
            className="grid size-7 shrink-0 place-items-center rounded-full hover:bg-ink/10"
          >
            <X aria-hidden className="size-3.5" />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Names that cannot be watched, each with the reason and a way to take it out. */
export function InvalidSubreddits({ entries, onRemove }: ChipsProps) {
  return (
    <ul aria-label="Invalid subreddits" className="grid gap-2">
      {entries.map(
        (entry) =>
          entry.status === 'invalid' && (
            <li
              key={entry.name}
              className="flex items-center justify-between gap-3 rounded-control bg-bad-soft py-1.5 pr-1.5 pl-3.5 text-sm text-bad"
            >
              <div className="min-w-0">
                <p className="font-semibold">{withPrefix(entry.name)} - Invalid subreddit</p>
                <p>{sentence(entry.reason)}</p>
              </div>
              <button
                type="button"
                aria-label={`Remove ${withPrefix(entry.name)}`}
                onClick={() => onRemove(entry.name)}
                className="h-9 shrink-0 rounded-lg px-3 font-semibold underline-offset-4 hover:underline"
              >
                Remove
              </button>
            </li>
          ),
      )}
    </ul>
  );
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A text that is no name may have the prefix already. */
function withPrefix(name: string): string {
  return `r/${name.replace(/^\/?r\//i, '')}`;
}
