import { ChevronDown } from 'lucide-react';

import { Tooltip } from '@/components/ui/tooltip';

import type { ItemKey } from '../triage/triage-keys';

export type More = { text: string; open: boolean; listId: string; onToggle: () => void };

/** Shows or hides the other notifications of a story. */
export function MoreToggle({ text, open, listId, onToggle }: More) {
  return (
    <Tooltip text={`${open ? 'Hide them' : 'Show them'} (t)`}>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-keyshortcuts={'t' satisfies ItemKey}
        onClick={onToggle}
        className="mt-2.5 inline-flex w-fit items-center gap-1.5 rounded-2xl bg-signal-soft px-3 py-1 text-left text-sm font-semibold text-signal-ink hover:brightness-95"
      >
        {text}
        <ChevronDown
          aria-hidden
          className={`size-4 shrink-0 transition-transform ${open ? 'rotate-180' : ''}`}
        />
      </button>
    </Tooltip>
  );
}
