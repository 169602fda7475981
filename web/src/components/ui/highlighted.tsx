import type { Segment } from '@/lib/highlight';

/** A text with its matches marked. */
export function Highlighted({ segments }: { segments: readonly Segment[] }) {
  return segments.map(({ text, hit }, index) =>
    hit ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
  );
}
