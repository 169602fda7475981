import type { ImportLine } from '@/api/types';
import { numberText } from '@/lib/number';

/** Returns each note on a list once, with the lines that it applies to. */
export function notesOf(lines: readonly ImportLine[]): { note: string; lines: number[] }[] {
  const notes = new Map<string, number[]>();
  for (const { line, notes: own } of lines) {
    for (const note of own) notes.set(note, [...(notes.get(note) ?? []), line]);
  }
  return [...notes].map(([note, lines]) => ({ note, lines }));
}

const LINES_NAMED = 5;

/** Returns "line 3", "lines 3 and 5" or "lines 1, 2, 3, 4, 5 and 12 more". */
export function linesText(lines: readonly number[]): string {
  const named = lines.slice(0, LINES_NAMED).map(String);
  const more = lines.length - named.length;
  const last = more > 0 ? `${numberText(more)} more` : named.pop();
  const list = named.length > 0 ? `${named.join(', ')} and ${last}` : last;
  return `${lines.length === 1 ? 'line' : 'lines'} ${list}`;
}
