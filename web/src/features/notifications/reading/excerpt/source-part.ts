/** The number of units of a long text that are parsed on each side of the position of interest. */
const REACH = 2_000;

export type SourcePart = { from: number; to: number };

/**
 * Returns the self-contained part of a long Markdown text around `at`: it begins and ends between
 * blocks, and not within fenced code or a list. An excerpt need not wait for the rest to be parsed.
 */
export function sourcePart(source: string, at: number): SourcePart {
  if (source.length <= 2 * REACH) return { from: 0, to: source.length };
  let [from, to] = [0, source.length];
  for (const start of blockStarts(source)) {
    if (start <= at - REACH) from = start;
    if (start >= at + REACH) {
      to = start;
      break;
    }
  }
  return { from, to };
}

function* blockStarts(source: string): Generator<number> {
  let fence: string | undefined;
  let wasBlank = false;
  let start = 0;
  while (start < source.length) {
    const end = source.indexOf('\n', start);
    const line = source.slice(start, end < 0 ? source.length : end);
    if (wasBlank && fence === undefined && /^[^\s>*+\-\d[]/.test(line)) yield start;
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined && fence === undefined) fence = mark;
    else if (fence !== undefined && mark?.startsWith(fence)) fence = undefined;
    wasBlank = line.trim() === '';
    start = end < 0 ? source.length : end + 1;
  }
}
