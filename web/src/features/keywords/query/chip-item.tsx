import { clsx } from 'clsx';
import { X } from 'lucide-react';

import type { QueryChip } from '@/lib/matcher/matcher';

import { notation } from './query-chips';

type ChipItemProps = {
  chip: QueryChip;
  excluded: boolean;
  /** Whether it is being edited. */
  pressed: boolean;
  onEdit: () => void;
  onRemove: () => void;
};

/** A word of a query. A click opens its editor; its button or the Delete key removes it. */
export function ChipItem({ chip, excluded, pressed, onEdit, onRemove }: ChipItemProps) {
  const name = notation(chip);
  const prefix = chip.field === 'text' ? '' : `${chip.field}:`;
  return (
    <li
      className={clsx(
        'inline-flex h-7 max-w-full items-center rounded-full text-sm font-semibold',
        excluded ? 'bg-bad-soft text-bad' : 'bg-brand-soft text-brand-text',
        pressed && 'outline-2 outline-current',
      )}
    >
      <button
        type="button"
        dir="auto"
        aria-label={`Edit ${name}`}
        aria-expanded={pressed}
        onClick={onEdit}
        onKeyDown={({ key }) => {
          if (key === 'Delete' || key === 'Backspace') onRemove();
        }}
        className="h-7 min-w-0 truncate rounded-full pl-2.5"
      >
        {prefix && <span className="font-normal">{prefix}</span>}
        {name.slice(prefix.length)}
      </button>
      <button
        type="button"
        aria-label={`Remove ${name}`}
        onClick={onRemove}
        className="grid size-7 shrink-0 place-items-center rounded-full hover:bg-ink/10"
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </li>
  );
}
