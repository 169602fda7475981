import { excerpt, type Segment, type Span } from '@/lib/highlight';

/** Characters that are shown of a long address. */
const SHOWN = 240;
/** What an address in Markdown or HTML does not go beyond. */
const OUTSIDE = /[\s()<>[\]"]/;

export type HiddenMatch = { isLink: boolean; segments: Segment[] };

/** What stands around a match that formatting hides: the address of a link, or else its line's piece. */
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
