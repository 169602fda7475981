import { Fragment } from 'react';

import type { Segment } from '@/lib/highlight';
import { decodeEntities } from '@/lib/html-entities';

/**
 * A text with its matches marked and its HTML entities decoded. Each segment is decoded by itself,
 * because match offsets refer to the undecoded text.
 */
export function Highlighted({ segments }: { segments: readonly Segment[] }) {
  return segments.map(({ text, hit }, index) => {
    const shown = decodeEntities(text);
    return hit ? <mark key={index}>{shown}</mark> : <Fragment key={index}>{shown}</Fragment>;
  });
}
