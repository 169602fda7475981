import type { ImportFormat } from './import-format';
import { separatorOf } from './import-separator';

/** A line of a list, or a row of a table, which may span several lines. */
export type Row = {
  /** The number of its first line in the text, from 1. */
  line: number;
  source: string;
};

export type ImportList = {
  format: ImportFormat;
  /** The first row of a table; null for a list. */
  header: string | null;
  /** The rows that contain any text. */
  rows: Row[];
};

export const linesIn = (text: string) => text.split('\n').length;

export function readList(text: string, format: ImportFormat): ImportList {
  const plain = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const rows: Row[] = [];
  let line = 1;
  for (const source of format === 'csv' ? tableRows(plain) : plain.split('\n')) {
    if (source.trim()) rows.push({ line, source });
    line += linesIn(source);
  }
  if (format === 'f5bot') return { format, header: null, rows };
  const [header, ...below] = rows;
  return { format, header: header?.source ?? '', rows: below };
}

/** Returns the text that `readList` reads as these rows. */
export function listText(header: string | null, rows: readonly Row[]): string {
  const sources = rows.map(({ source }) => source);
  return (header === null ? sources : [header, ...sources]).join('\n');
}

/** Splits a table at line ends outside of quotes, by the server's rules (RFC 4180). */
function tableRows(text: string): string[] {
  const separator = separatorOf(text);
  const rows: string[] = [];
  let begin = 0;
  let quoted = false;
  // Set once the value has begun: a quote within it is an ordinary character.
  let begun = false;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '"') {
      if (!quoted && !begun) quoted = begun = true;
      else if (quoted && text.charAt(at + 1) === '"') at++;
      else quoted = false;
    } else if (quoted) {
      continue;
    } else if (char === separator) {
      begun = false;
    } else if (char === '\n') {
      rows.push(text.slice(begin, at));
      begin = at + 1;
      begun = false;
    } else if (char.trim()) {
      begun = true;
    }
  }
  rows.push(text.slice(begin));
  return rows;
}
