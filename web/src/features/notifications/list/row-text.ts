import type { Notification } from '@/api/types';
import { authorHeading } from '@/lib/headline';
import { excerpt, type Segment, type Span } from '@/lib/highlight';

import { byField } from '../reading/match-fields';

/** The number of characters of a title and of a text: more than fit in a line. */
const TITLE = 120;
const TEXT = 160;
/** The number of characters before a match: so few that it is in view. */
const TITLE_LEAD = 40;
const NARROW_LEAD = 12;
const TEXT_LEAD = 16;
/** The same of a text with its markup. */
const SOURCE = 400;
const SOURCE_LEAD = 160;

export type RowText = {
  /** The title, or the text of what has none. */
  heading: Segment[];
  isTitle: boolean;
  /** The text beside the title. */
  text: Segment[];
};

/**
 * Returns what one line shows of a notification: its title, and its text around the match if the
 * title has none. A narrow line has space for one of them, which is the one with the match.
 */
export function rowText({ redditPost: post, matches }: Notification, isNarrow: boolean): RowText {
  const found = byField(post, matches);
  const inTitle = found.find(({ field }) => field === 'title');
  const other = inTitle ? undefined : found[0];
  const text =
    other && other.field !== 'body'
      ? [...plain(`In ${other.name}: `), ...excerpt(other.text, other.spans, TEXT, TEXT_LEAD)]
      : withoutMarkup(post.content, other?.spans ?? []);
  if (!post.title || (isNarrow && other)) {
    const heading = text.length > 0 ? text : plain(authorHeading(post));
    return { heading, isTitle: false, text: [] };
  }
  const lead = isNarrow ? NARROW_LEAD : TITLE_LEAD;
  const heading = excerpt(post.title, inTitle?.spans ?? [], TITLE, lead);
  return { heading, isTitle: true, text: isNarrow ? [] : text };
}

const plain = (text: string): Segment[] => [{ text, hit: false }];

/** Tags, or what a cut left of one; addresses of links; and signs of Markdown. */
const MARKUP =
  /^[^<>\n]*">|<\/?[a-z][^<>]*(?:>|$)|\]\([^()\s]*\)?|!?\[(?=[^[\]]*(?:\]\(|$))|[*_~]{2,}|`+|(?<!\w)[*_](?=\w|$)|(?<=\w|^)[*_](?!\w)|^\s*(?:#{1,6}|>|[-*+])\s/gm;

/**
 * Returns the part of a text around its first match without what formats it, approximately: rendering
 * each row would make lists slow.
 */
function withoutMarkup(source: string, spans: readonly Span[]): Segment[] {
  const matched: Span[] = [];
  let text = '';
  for (const part of excerpt(source, spans, SOURCE, SOURCE_LEAD)) {
    const start = text.length;
    text += part.text
      .replaceAll(MARKUP, (sign) => (sign.endsWith('>') ? ' ' : ''))
      .replaceAll(/\s+/g, ' ');
    if (part.hit) matched.push({ start, end: text.length });
  }
  return excerpt(text, matched, TEXT, TEXT_LEAD);
}
