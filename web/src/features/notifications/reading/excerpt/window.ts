import type { Span } from '@/lib/highlight';

import { type Breaks, breaksOf } from './breaks';

const SENTENCE_FROM = 0.7;
const WORD_FROM = 0.8;
/** How far the start may move to that of a sentence, as a share of the length. */
const NEAR = 0.3;
/** The number of units after the limit within which a word may end that is shown whole. */
const REACH = 40;

/**
 * Returns the span of a text to show: at most about `length` units with `match` in the middle, or
 * the beginning if the match is near it or missing. It begins with a sentence or a word; it ends
 * with a sentence in its last 30 %, or else with a word. A word is cut only if it fills the span.
 * Neither fixed ranges nor the match are ever cut, even if that makes the span longer.
 */
export function windowOf(
  text: string,
  isFixed: (at: number) => boolean,
  match: Span | undefined,
  length: number,
): Span {
  if (text.length <= length) return { start: 0, end: text.length };
  const breaks = breaksOf(text, isFixed);
  const shown = match ?? { start: 0, end: 0 };
  const start =
    shown.end <= length * SENTENCE_FROM ? 0 : startOf(breaks, shown, length, text.length);
  return { start, end: endOf(breaks, start, shown.end, length, text.length) };
}

function startOf(breaks: Breaks, match: Span, length: number, size: number): number {
  const lead = Math.max(Math.floor((length - (match.end - match.start)) / 2), 0);
  // Near the end of the text there is less to show after the match, so more before it.
  const wanted = Math.max(Math.min(match.start - lead, size - length), 0);
  if (wanted === 0) return 0;
  const near = Math.floor(length * NEAR);
  return (
    first(wanted, Math.min(match.start, wanted + near), breaks.beginsSentence) ??
    first(wanted, match.start, breaks.beginsWord) ??
    last(wanted - REACH, wanted, breaks.beginsWord) ??
    first(wanted, match.start, breaks.isCharacter) ??
    last(0, wanted, breaks.beginsWord) ??
    0
  );
}

function endOf(breaks: Breaks, start: number, least: number, length: number, size: number) {
  const limit = start + length;
  if (limit >= size) return size;
  const from = (share: number) => Math.max(start + Math.floor(length * share) + 1, least);
  const past = Math.max(limit, least);
  return (
    last(from(SENTENCE_FROM), limit, breaks.endsSentence) ??
    last(from(WORD_FROM), limit, breaks.endsWord) ??
    last(from(0), limit, breaks.endsWord) ??
    first(past, past + REACH, breaks.endsWord) ??
    last(from(WORD_FROM), limit, breaks.isCharacter) ??
    first(past, past + length + REACH, breaks.endsWord) ??
    first(past, size, breaks.isFree) ??
    size
  );
}

function first(from: number, to: number, fits: (at: number) => boolean): number | undefined {
  for (let at = Math.max(from, 0); at <= to; at++) if (fits(at)) return at;
  return undefined;
}

function last(from: number, to: number, fits: (at: number) => boolean): number | undefined {
  for (let at = to; at >= Math.max(from, 0); at--) if (fits(at)) return at;
  return undefined;
}
