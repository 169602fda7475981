import { symbolOfCut } from './attached';

/** A range of a text in UTF-16 units, like JavaScript's string indices. */
export type Span = { start: number; end: number };

export type Segment = { text: string; hit: boolean };

/**
 * Splits `text` into segments inside and between `spans`, which must be sorted. Those that overlap
 * or exceed the text are left out, since texts may have been edited after the match.
 */
export function segments(text: string, spans: readonly Span[]): Segment[] {
  const out: Segment[] = [];
  let at = 0;
  for (const { start, end } of spans) {
    if (start < at || end <= start || end > text.length) continue;
    if (start > at) out.push({ text: text.slice(at, start), hit: false });
    out.push({ text: text.slice(start, end), hit: true });
    at = end;
  }
  if (at < text.length) out.push({ text: text.slice(at), hit: false });
  return out;
}

const ELLIPSIS = '…';

/**
 * Returns at most about `length` units of `text` around its first span, in segments, cut at spaces
 * where possible. With `lead`, at most about that many precede the span, however short the text is.
 */
export function excerpt(
  text: string,
  spans: readonly Span[],
  length = 200,
  lead?: number,
): Segment[] {
  const first = spans[0] ?? { start: 0, end: 0 };
  if (text.length <= length && first.start <= (lead ?? length)) return segments(text, spans);
  lead ??= Math.floor(length / 3);
  const from = first.start > lead ? afterSpace(text, first.start - lead, first.start) : 0;
  const to = Math.max(beforeSpace(text, Math.min(from + length, text.length)), first.end);
  const inside = spans
    .filter(({ start, end }) => start >= from && end <= to)
    .map(({ start, end }) => ({ start: start - from, end: end - from }));
  const cut = segments(text.slice(from, to), inside);
  if (from > 0) {
    cut.unshift({ text: symbolOfCut(text.slice(0, from)) + ELLIPSIS, hit: false });
  }
  if (to < text.length) cut.push({ text: ELLIPSIS, hit: false });
  return cut;
}

function afterSpace(text: string, from: number, limit: number): number {
  const space = text.slice(from, limit).search(/\s/);
  return space < 0 ? whole(text, from) : from + space + 1;
}

function beforeSpace(text: string, to: number): number {
  if (to === text.length) return to;
  const space = text.lastIndexOf(' ', to);
  return space > to - 30 ? space : whole(text, to);
}

/** Returns `at`, moved so that it does not split a surrogate pair. */
function whole(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}
