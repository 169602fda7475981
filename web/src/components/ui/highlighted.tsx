import { Fragment } from 'react';

import type { Segment } from '@/lib/highlight';
import { decodeEntities } from '@/lib/html-entities';

/**
 * A text with its matches marked and its HTML entities decoded: piece by piece, because the offsets
 * of matches count the text as it came.
 */
export function Highlighted({ segments }: { segments: readonly Segment[] }) {
  return segments.map(({ text, hit }, index) => {
    const shown = decodeEntities(text);
    return hit ? <mark key={index}>{shown}</mark> : <Fragment key={index}>{shown}</Fragment>;
  });
}
