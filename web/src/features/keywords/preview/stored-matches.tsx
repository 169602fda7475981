import { useId } from 'react';

import { PreviewMatchRow } from './preview-match';
import type { PreviewMatch } from './use-preview';

/** Lists a rare keyword's matches in the last days beyond the newest items, if there are any. */
export function StoredMatches({ matches }: { matches: readonly PreviewMatch[] }) {
  const id = useId();
  if (matches.length === 0) return null;
  return (
    <section aria-labelledby={id} className="border-t border-line first:border-t-0">
      <h4
        id={id}
        className="px-4 pt-3 font-sans text-xs font-semibold tracking-normal text-ink-soft"
      >
        Older matches
      </h4>
      <ul aria-labelledby={id} className="divide-y divide-line">
        {matches.map((match) => (
          <PreviewMatchRow key={match.item._id} match={match} />
        ))}
      </ul>
    </section>
  );
}
