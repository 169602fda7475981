import { excerpt, type Segment, type Span } from '@/lib/highlight';

/** The number of characters shown of a long address. */
const SHOWN = 240;
/** The characters that end an address in Markdown or HTML. */
const OUTSIDE = /[\s()<>[\]"]/;

export type HiddenMatch = { isLink: boolean; segments: Segment[] };

/** Returns the text around a match that formatting hides: a link's address, or a bit of a line. */
export function hiddenMatch(source: string, span: Span): HiddenMatch {
  let { start, end } = span;
  while (start > 0 && !OUTSIDE.test(source.charAt(start - 1))) start--;
  while (end < source.length && !OUTSIDE.test(source.charAt(end))) end++;
  const text = source.slice(start, end);
  const within = { start: span.start - start, end: span.end - start };
  return {
    isLink: /^(?:[a-z][a-z\d+.-]*:|www\.|\/)/i.test(text),
    segments: excerpt(text, [within], SHOWN),
  };
}
