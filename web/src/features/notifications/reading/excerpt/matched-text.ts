import type { Notification } from '@/api/types';
import type { Span } from '@/lib/highlight';

import { hasHtml } from '../html-to-markdown';
import { byField } from '../match-fields';
import { htmlWithMatches } from './html-with-matches';

export type MatchedText = {
  /** Markdown. */
  text: string;
  /** The matches in it, sorted and not overlapping. */
  spans: Span[];
  /** The matches in the original text that are not in the Markdown. */
  lost: Span[];
};

/** Returns the text of a post as Markdown, with its matches. */
export function matchedText({ redditPost, matches }: Notification): MatchedText {
  const { content } = redditPost;
  const found = byField(redditPost, matches).find(({ field }) => field === 'body');
  const spans = joined(found?.spans ?? []);
  if (!hasHtml(content)) return { text: content, spans, lost: [] };
  const converted = htmlWithMatches(content, spans);
  return { ...converted, lost: converted.spans.length > 0 ? [] : spans };
}

/** Merges spans, since those of a query may overlap. */
export function joined(spans: readonly Span[]): Span[] {
  const apart: Span[] = [];
  for (const { start, end } of spans) {
    const last = apart.at(-1);
    if (last && start < last.end) last.end = Math.max(last.end, end);
    else apart.push({ start, end });
  }
  return apart;
}
