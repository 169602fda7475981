import { Highlighted } from '@/components/ui/highlighted';
import { symbolOfCut } from '@/lib/attached';
import { segments, type Span } from '@/lib/highlight';

import { windowOf } from './window';

/** Renders a text as typed, or `length` characters of it around its first match. */
export function renderPlain(text: string, spans: readonly Span[], length = text.length) {
  const isFixed = (at: number) => spans.some(({ start, end }) => at > start && at < end);
  const { start, end } = windowOf(text, isFixed, spans[0], length);
  const inside = spans
    .filter((span) => span.start >= start && span.end <= end)
    .map((span) => ({ start: span.start - start, end: span.end - start }));
  const content = (
    <p className="whitespace-pre-wrap">
      {start > 0 && `${symbolOfCut(text.slice(0, start))}...`}
      <Highlighted segments={segments(text.slice(start, end), inside)} />
      {end < text.length && '...'}
    </p>
  );
  return { content, isCut: start > 0 || end < text.length };
}
