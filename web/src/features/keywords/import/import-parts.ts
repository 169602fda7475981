import { type ImportList, linesIn, listText, type Row } from './import-rows';

/** The bytes of a part as JSON: the server takes 60,000 characters in a body of up to 64 KiB. */
const PART_BYTES = 60_000;
/** The maximum number of rows in a part. The server reads at most 10,000 lines at once. */
const PART_ROWS = 5_000;

/** A part of a list that is sent in one call. */
export type ImportPart = ImportList;

/** Splits a list into parts, and returns the rows that fit into none. No keyword is that long. */
export function partsOf({ format, header, rows }: ImportList): {
  parts: ImportPart[];
  tooLong: Row[];
} {
  const room = PART_BYTES - (header === null ? 0 : bytes(header));
  const parts: ImportPart[] = [];
  const tooLong: Row[] = [];
  let left = 0;
  for (const row of rows) {
    const size = bytes(row.source);
    if (size > room) {
      tooLong.push(row);
      continue;
    }
    const last = parts.at(-1);
    if (last && size <= left && last.rows.length < PART_ROWS) {
      last.rows.push(row);
      left -= size;
    } else {
      parts.push({ format, header, rows: [row] });
      left = room - size;
    }
  }
  return { parts, tooLong };
}

export const partText = ({ header, rows }: ImportPart) => listText(header, rows);

/** Returns the rows of a part, keyed by their first line in the part's own text. */
export function rowsByLine({ header, rows }: ImportPart): Map<number, Row> {
  let line = header === null ? 1 : 1 + linesIn(header);
  return new Map(
    rows.map((row) => {
      const at = line;
      line += linesIn(row.source);
      return [at, row];
    }),
  );
}

/** Returns the size with the line end, whose escape is as long as the quotes around the text. */
const bytes = (text: string) => new TextEncoder().encode(JSON.stringify(text)).length;
