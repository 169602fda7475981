import type { ImportFormat } from './import-format';
import { plainLines, separatorOf, tableIn } from './import-separator';

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
  const plain = plainLines(text);
  if (format === 'f5bot') return { format, header: null, rows: rowsOf(plain.split('\n'), 1, '') };
  const { text: table, separator, linesAbove } = tableIn(plain);
  const [header, ...rows] = rowsOf(tableRows(table, separator), 1 + linesAbove, `${separator}"`);
  const source = header?.source ?? '';
  // The server takes the first separator in the first row, unless another is declared.
  const declared = separatorOf(source) === separator ? '' : `sep=${separator}\n`;
  return { format, header: source && declared + source, rows };
}

/** Returns the sources that have more than white space and `empty` characters, from `line` on. */
function rowsOf(sources: readonly string[], line: number, empty: string): Row[] {
  const rows: Row[] = [];
  for (const source of sources) {
    const hasValue = Array.from(source).some((char) => char.trim() && !empty.includes(char));
    if (hasValue) rows.push({ line, source });
    line += linesIn(source);
  }
  return rows;
}

/** Returns the text that `readList` reads as these rows. */
export function listText(header: string | null, rows: readonly Row[]): string {
  const sources = rows.map(({ source }) => source);
  return (header === null ? sources : [header, ...sources]).join('\n');
}

/** Splits a table at line ends outside of quotes, by the server's rules (RFC 4180). */
function tableRows(text: string, separator: string): string[] {
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
