import type { Span } from '@/lib/highlight';

import { htmlToMarkdown } from '../html-to-markdown';

/** Characters that no text has (Unicode's noncharacters) go through the conversion as they are. */
const [START, END] = ['\uFDD0', '\uFDD1'];
const MARKERS = /[\uFDD0\uFDD1]/g;
/** Nothing can be put into these. */
const WHOLE = /<[^<>]*>|&#?\w+;/g;

export type Converted = { text: string; spans: Span[] };

/**
 * Markdown of a text with HTML tags, and where its matches (sorted) have come to be; those within a
 * tag, or in what is not shown, come to be nowhere.
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

/** An entity that a match touches belongs to it; a tag that one touches takes it out. */
function outsideOfTags(html: string, spans: readonly Span[]): Span[] {
  const wholes = [...html.matchAll(WHOLE)].map(({ index, 0: text }) => ({
    start: index,
    end: index + text.length,
    isTag: text.startsWith('<'),
  }));
  return spans.flatMap(({ start, end }) => {
    const touched = wholes.filter((whole) => whole.start < end && whole.end > start);
    if (touched.some(({ isTag }) => isTag)) return [];
    const starts = touched.map((whole) => whole.start);
    const ends = touched.map((whole) => whole.end);
    return [{ start: Math.min(start, ...starts), end: Math.max(end, ...ends) }];
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
