import { Fragment } from 'react';

import type { Segment } from '@/lib/highlight';

/** A text with its matches marked. */
export function Highlighted({ segments }: { segments: readonly Segment[] }) {
  return segments.map(({ text, hit }, index) =>
    hit ? <mark key={index}>{text}</mark> : <Fragment key={index}>{text}</Fragment>,
  );
}
