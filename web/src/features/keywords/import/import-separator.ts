/**
 * Returns the separator of a table: the first comma, semicolon or tab outside of quotes in its
 * first row.
 */
export function separatorOf(text: string): string {
  let quoted = false;
  for (const char of text.slice(text.search(/^.*\S/m))) {
    if (char === '"') quoted = !quoted;
    else if (!quoted && /[,;\t]/.test(char)) return char;
    else if (!quoted && char === '\n') break;
  }
  return ',';
}
