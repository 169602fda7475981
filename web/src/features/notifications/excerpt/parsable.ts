/** Whole texts are parsed for an excerpt up to this length, in UTF-16 units. */
const EXCERPT_PARSED = 12_000;
/** The parser takes time by the square of these, and memory of the stack by each level. */
const BRACKETS = 500;
const LEVELS = 40;

const NESTED = new RegExp(
  `^(?:[ \\t]*(?:>|[-+*](?=[ \\t])|\\d{1,9}[.)](?=[ \\t]))){${LEVELS},}`,
  'm',
);

/**
 * Whether a text can be parsed as Markdown while somebody waits. Some that people make up to harm
 * take minutes, or overflow the stack; these are shown as they are.
 */
export function isParsable(source: string, isExcerpt: boolean): boolean {
  if (isExcerpt && source.length > EXCERPT_PARSED) return false;
  return source.split('[').length <= BRACKETS && !NESTED.test(source);
}
