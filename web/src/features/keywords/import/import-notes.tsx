import type { ImportLine } from '@/api/types';
import { Details } from '@/components/ui/details';
import { counted } from '@/lib/number';

import { linesText, notesOf } from './import-outcome';

const MAX_SHOWN = 50;

/** Lists what lines asked for but their keywords do not have. */
export function ImportNotes({ lines }: { lines: readonly ImportLine[] }) {
  const notes = notesOf(lines);
  if (notes.length === 0) return null;
  return (
    <Details summary={counted(notes.length, 'note')}>
      <ul className="grid gap-2 text-sm">
        {notes.slice(0, MAX_SHOWN).map(({ note, lines }) => (
          <li key={note}>
            <span>{note}</span> <span className="text-ink-faint">{`(${linesText(lines)})`}</span>
          </li>
        ))}
        {notes.length > MAX_SHOWN && (
          <li className="text-ink-faint">{`and ${counted(notes.length - MAX_SHOWN, 'more note')}`}</li>
        )}
      </ul>
    </Details>
  );
}
