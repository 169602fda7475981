/** Returns a text without a byte order mark, and with line feeds alone. */
export const plainLines = (text: string) => text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');

/** The beginning of a text up to the first line that has a value. */
const BLANK = /^(?:[\s,;"]*\n)?/;

/** A line like `sep=;`, with which spreadsheets may begin a table. */
const DECLARED = /^[" ]*sep=(.)[^\n]*(?:\n|$)/i;

/** Returns a table without a line like `sep=;`, and without the blank lines above its first row. */
export function tableIn(text: string): { text: string; separator: string; linesAbove: number } {
  const above = BLANK.exec(text)?.[0] ?? '';
  const declared = DECLARED.exec(text.slice(above.length));
  const skipped = above + (declared?.[0] ?? '');
  const table = text.slice(skipped.length);
  return {
    text: table,
    separator: declared?.[1] ?? separatorOf(table),
    linesAbove: skipped.split('\n').length - 1,
  };
}

/**
 * Returns the separator of a table: the first comma, semicolon, tab or bar outside of quotes in its
 * first row.
 */
export function separatorOf(text: string): string {
  let quoted = false;
  for (const char of text.slice(BLANK.exec(text)?.[0].length)) {
    if (char === '"') quoted = !quoted;
    else if (!quoted && /[,;\t|]/.test(char)) return char;
    else if (!quoted && char === '\n') break;
  }
  return ',';
}
