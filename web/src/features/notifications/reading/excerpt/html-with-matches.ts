import type { Span } from '@/lib/highlight';

import { htmlToMarkdown } from '../html-to-markdown';

/** Characters that no text has (Unicode noncharacters), left unchanged by the conversion. */
const [START, END] = ['\uFDD0', '\uFDD1'];
const MARKERS = /[\uFDD0\uFDD1]/g;
/** Tags and entities, into which nothing can be inserted. */
const WHOLE = /<[^<>]*>|&#?\w+;/g;

export type Converted = { text: string; spans: Span[] };

/**
 * Converts a text with HTML tags to Markdown, and returns where its matches (sorted) are in it.
 * Matches within a tag, or in what is not shown, are dropped.
 */
export function htmlWithMatches(html: string, spans: readonly Span[]): Converted {
  const clean = html.replace(MARKERS, '\uFFFD');
  let marked = '';
  let at = 0;
  for (const span of outsideOfTags(clean, spans)) {
    if (span.start < at) continue;
    marked += clean.slice(at, span.start) + START + clean.slice(span.start, span.end) + END;
    at = span.end;
  }
  return readMarkers(htmlToMarkdown(marked + clean.slice(at)));
}

/**
 * Extends matches by the entities that they touch. Splits a match that spans a tag, and drops one
 * that begins or ends within a tag.
 */
function outsideOfTags(html: string, spans: readonly Span[]): Span[] {
  const wholes = [...html.matchAll(WHOLE)].map(({ index, 0: text }) => ({
    start: index,
    end: index + text.length,
    isTag: text.startsWith('<'),
  }));
  return spans.flatMap(({ start, end }) => {
    const touched = wholes.filter((whole) => whole.start < end && whole.end > start);
    const tags = touched.filter(({ isTag }) => isTag);
    if (tags.some((tag) => tag.start < start || tag.end > end)) return [];
    const starts = [Math.min(start, ...touched.map((whole) => whole.start))];
    const ends = [Math.max(end, ...touched.map((whole) => whole.end))];
    starts.push(...tags.map((tag) => tag.end));
    ends.unshift(...tags.map((tag) => tag.start));
    const parts = starts.map((from, nth) => ({ start: from, end: ends[nth] ?? from }));
    return parts.filter((part) => html.slice(part.start, part.end).trim() !== '');
  });
}

function readMarkers(marked: string): Converted {
  const spans: Span[] = [];
  let text = '';
  let start = 0;
  for (const piece of marked.split(/([\uFDD0\uFDD1])/)) {
    if (piece === START) start = text.length;
    else if (piece === END) spans.push({ start, end: text.length });
    else text += piece;
  }
  return { text, spans };
}
