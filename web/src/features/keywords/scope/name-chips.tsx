import { clsx } from 'clsx';
import { Ban, Check, X } from 'lucide-react';

import { Spinner } from '@/components/ui/spinner';
import { asSentence } from '@/lib/sentence';

import type { Entry } from './name-entries';

const KINDS = {
  subreddit: { letter: 'r', plural: 'subreddits' },
  author: { letter: 'u', plural: 'authors' },
  community: { letter: 'c', plural: 'communities' },
};

/** The kind of a list of names: the subreddits or communities of a watch, or its exclusions. */
export type NameKind = {
  /** The kind of its names. */
  what: keyof typeof KINDS;
  excluded: boolean;
  /** Whether names are shown without a prefix. */
  bare?: boolean;
};

type ChipsProps = NameKind & { entries: readonly Entry[]; onRemove: (name: string) => void };

/** Shows valid names, green if they are searched, and those that are being checked. */
export function NameChips({ what, bare = false, excluded, entries, onRemove }: ChipsProps) {
  const shown = entries.filter(({ status }) => status !== 'invalid');
  if (shown.length === 0) return null;
  const Icon = excluded ? Ban : Check;
  return (
    <ul
      aria-label={`${excluded ? 'Excluded' : 'Selected'} ${KINDS[what].plural}`}
      className="contents"
    >
      {shown.map(({ name, status }) => (
        <li
          key={name}
          className={clsx(
            'inline-flex h-7 max-w-full items-center gap-1.5 rounded-full pl-2.5 text-sm font-semibold',
            status !== 'valid' && 'bg-sunken text-ink-soft',
            status === 'valid' && (excluded ? 'bg-bad-soft text-bad' : 'bg-good-soft text-good'),
          )}
        >
          {status === 'valid' ? (
            <Icon aria-hidden className="size-3.5 shrink-0" />
          ) : (
            <Spinner className="size-3.5 shrink-0" />
          )}
          <span dir="auto" className="truncate">
            {shownName(what, bare, name)}
          </span>
          <button
            type="button"
            aria-label={`Remove ${shownName(what, bare, name)}`}
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

/** Lists invalid names, each with the reason and a button to remove it. */
export function InvalidNames({
  what,
  bare = false,
  entries,
  onRemove,
}: Omit<ChipsProps, 'excluded'>) {
  return (
    <ul aria-label={`Invalid ${KINDS[what].plural}`} className="grid grid-cols-1 gap-2">
      {entries.map(
        (entry) =>
          entry.status === 'invalid' && (
            <li
              key={entry.name}
              className="flex flex-wrap items-center justify-between gap-x-3 rounded-control bg-bad-soft py-1.5 pr-1.5 pl-3.5 text-sm text-bad"
            >
              <div className="min-w-0 flex-1 basis-32">
                <p className="font-semibold">{`${shownName(what, bare, entry.name)} - Invalid ${what}`}</p>
                <p>{asSentence(entry.reason)}</p>
              </div>
              <button
                type="button"
                aria-label={`Remove ${shownName(what, bare, entry.name)}`}
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

/** Adds the prefix unless `bare`. A text that is not a name may have it already. */
function shownName(what: NameKind['what'], bare: boolean, name: string): string {
  const { letter } = KINDS[what];
  const own = name.replace(new RegExp(`^/?${letter}/`, 'i'), '');
  return bare ? own : `${letter}/${own}`;
}
