/** The maximum length of a text that is parsed as a whole for an excerpt, in UTF-16 units. */
const EXCERPT_PARSED = 12_000;
/** Limits of the parser: its time grows with the square of brackets, its stack with levels. */
const BRACKETS = 500;
const LEVELS = 40;

const NESTED = new RegExp(
  `^(?:[ \\t]*(?:>|[-+*](?=[ \\t])|\\d{1,9}[.)](?=[ \\t]))){${LEVELS},}`,
  'm',
);

/**
 * Returns whether a text can be parsed as Markdown while the user waits. Malicious texts may take
 * minutes or overflow the stack; these are shown as plain text.
 */
export function isParsable(source: string, isExcerpt: boolean): boolean {
  if (isExcerpt && source.length > EXCERPT_PARSED) return false;
  return source.split('[').length <= BRACKETS && !NESTED.test(source);
}
