import { Plus } from 'lucide-react';
import { Fragment } from 'react';

import type { QueryChip } from '@/lib/matcher/matcher';
import { asSentence } from '@/lib/sentence';

import { ChipEditor } from './chip-editor';
import { ChipItem } from './chip-item';
import { newChip, notation } from './query-chips';

type ChipRowProps = {
  /** The title of the chips; a row that only adds has none. */
  title?: string;
  chips: readonly QueryChip[];
  excluded?: boolean;
  /** The text of the button that adds a chip. */
  adding: string;
  /** The id of that button. */
  addId?: string;
  /** The index of the edited chip; one past the last for a new one. */
  editing: number | null;
  onEdit: (chip: number | null) => void;
  /** Changes, adds or removes a chip, or returns why it cannot. */
  onPut: (chip: number, next: QueryChip | null) => Promise<string | undefined>;
};

export function ChipRow({ title, chips, excluded = false, adding, editing, ...on }: ChipRowProps) {
  const { addId, onEdit, onPut } = on;
  const [first] = chips;
  return (
    <div role="group" aria-label={asSentence(title ?? adding)} className="grid gap-1.5">
      {title && <p className="text-sm text-ink-faint">{asSentence(title)}</p>}
      <ul className="flex flex-wrap items-center gap-1.5">
        {chips.map((chip, index) => (
          <Fragment key={index}>
            {index > 0 && !excluded && (
              <li aria-hidden className="text-xs font-medium text-ink-faint">
                or
              </li>
            )}
            <ChipItem
              chip={chip}
              excluded={excluded}
              pressed={editing === index}
              onEdit={() => onEdit(editing === index ? null : index)}
              onRemove={() => void onPut(index, null)}
            />
          </Fragment>
        ))}
        <li>
          <button
            id={addId}
            type="button"
            aria-expanded={editing === chips.length}
            aria-label={first && !excluded ? `${adding} instead of ${notation(first)}` : undefined}
            onClick={() => onEdit(editing === chips.length ? null : chips.length)}
            className="inline-flex h-7 items-center gap-1 rounded-full border border-dashed border-line-strong px-2.5 text-sm font-semibold text-ink-soft transition-colors hover:border-brand hover:text-brand-text"
          >
            <Plus aria-hidden className="size-3.5" />
            {adding}
          </button>
        </li>
      </ul>
      {editing !== null && (
        <ChipEditor
          key={editing}
          chip={chips[editing] ?? newChip}
          onDone={(chip) => onPut(editing, chip)}
          onCancel={() => onEdit(null)}
        />
      )}
    </div>
  );
}
