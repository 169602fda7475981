import { type ReactNode, useId } from 'react';

import type { JudgedMatch } from '@/api/types';
import type { MatchSpan } from '@/lib/matcher/matcher';

import { PreviewMatchRow } from '../preview/preview-match';

type MatchListProps = {
  /** Returns what is above the matches, with a heading of this id. */
  head: (id: string) => ReactNode;
  matches: readonly { item: JudgedMatch['item']; matches: MatchSpan[] }[];
  children?: ReactNode;
};

/** A part of a dialog that lists matches. */
export function MatchList({ head, matches, children }: MatchListProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="overflow-hidden rounded-control border border-line bg-sunken"
    >
      {head(id)}
      {matches.length > 0 && (
        <ul aria-labelledby={id} className="divide-y divide-line border-t border-line">
          {matches.map(({ item, matches: spans }) => (
            <PreviewMatchRow key={item._id} match={{ item, spans }} />
          ))}
        </ul>
      )}
      {children}
    </section>
  );
}
