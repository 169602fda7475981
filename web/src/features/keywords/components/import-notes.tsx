import type { ImportLine } from '@/api/types';

import { counted, linesText, notesOf } from '../import-outcome';
import { FormDetails } from './form-details';

const SHOWN_MAX = 50;

/** What lines asked for and their keywords do not have. */
export function ImportNotes({ lines }: { lines: readonly ImportLine[] }) {
  const notes = notesOf(lines);
  if (notes.length === 0) return null;
  return (
    <FormDetails summary={counted(notes.length, 'note')}>
      <ul className="grid gap-2 text-sm">
        {notes.slice(0, SHOWN_MAX).map(({ note, lines }) => (
          <li key={note}>
            <span>{note}</span> <span className="text-ink-faint">{`(${linesText(lines)})`}</span>
          </li>
        ))}
        {notes.length > SHOWN_MAX && (
          <li className="text-ink-faint">{`and ${counted(notes.length - SHOWN_MAX, 'more note')}`}</li>
        )}
      </ul>
    </FormDetails>
  );
}
