import type { MatchField, MatchSpan, Notification } from '@/api/types';
import type { Span } from '@/lib/highlight';

type Post = Notification['redditPost'];

/** The names of a post's fields and their texts, in display order. */
const fields: Record<MatchField, { name: string; text: (post: Post) => string }> = {
  title: { name: 'the title', text: ({ title }) => title },
  body: { name: 'the text', text: ({ content }) => content },
  flair: { name: 'the flair', text: ({ flair }) => flair },
  url: { name: 'the link’s address', text: ({ link }) => link },
  author: { name: 'the author’s name', text: ({ author }) => author },
};

export type FieldMatches = {
  field: MatchField;
  name: string;
  text: string;
  /** Within the text, sorted. */
  spans: Span[];
};

/**
 * Returns the matches of a post by field. Unknown fields, which a newer server may send, are
 * ignored, and so are positions outside of the text.
 */
export function byField(post: Post, matches: readonly MatchSpan[]): FieldMatches[] {
  return (Object.keys(fields) as MatchField[]).flatMap((field) => {
    const { name, text: textOf } = fields[field];
    const text = textOf(post);
    const spans = matches
      .filter((match) => match.field === field && match.end <= text.length)
      .map(({ start, end }) => ({ start, end }))
      .sort((a, b) => a.start - b.start);
    return spans.length > 0 ? [{ field, name, text, spans }] : [];
  });
}
