import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';

import type { ItemKey } from '../triage/triage-keys';

export type More = {
  text: string;
  /** The text in a row: the beginning of `text`. */
  short: string;
  open: boolean;
  listId: string;
  onToggle: () => void;
};

/** Shows or hides the other notifications of a story. */
export function MoreToggle({
  text,
  short,
  open,
  listId,
  onToggle,
  inRow = false,
}: More & { inRow?: boolean }) {
  return (
    <button
      type="button"
      aria-label={text}
      aria-expanded={open}
      aria-controls={open ? listId : undefined}
      aria-keyshortcuts={'t' satisfies ItemKey}
      onClick={onToggle}
      className={clsx(
        'inline-flex w-fit shrink-0 items-center gap-1.5 rounded-2xl bg-signal-soft text-left font-semibold text-signal-ink hover:brightness-95',
        inRow
          ? // As wide as its usual texts, so that nothing moves while older matches are added.
            '-my-0.5 min-h-6 min-w-24 justify-between order-first px-2 text-xs'
          : 'mt-2.5 px-3 py-1 text-sm',
      )}
    >
      {inRow ? short : text}
      <ChevronDown
        aria-hidden
        className={`size-4 shrink-0 transition-transform ${open ? 'rotate-180' : ''}`}
      />
    </button>
  );
}
