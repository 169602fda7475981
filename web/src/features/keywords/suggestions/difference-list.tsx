import { useId } from 'react';

import { Alert } from '@/components/ui/alert';
import { LoadFailed } from '@/components/ui/load-failed';
import { RowSkeletons } from '@/components/ui/skeleton';
import { numberText } from '@/lib/number';

import { PreviewMatchRow } from '../preview/preview-match';
import type { PreviewMatch } from '../preview/use-preview';
import type { Difference } from './use-difference';

/** The number of matches shown of each kind. */
const MAX_SHOWN = 20;

/** Lists the dropped and the kept matches, most important first. */
export function DifferenceList({ difference }: { difference: Difference }) {
  switch (difference.status) {
    case 'loading':
      return <RowSkeletons label="Loading matches" rows={3} />;
    case 'failed':
      return <LoadFailed what="your matches" error={difference.error} onRetry={difference.retry} />;
    case 'unavailable':
      return (
        <Alert tone="warning">
          The difference cannot be shown in this browser. The suggestion can still be applied.
        </Alert>
      );
    case 'refused':
      return <Alert tone="error">{difference.problem}</Alert>;
    case 'found': {
      const { goes, stays } = difference;
      return (
        <>
          <Group title="You opened these, and they would go" matches={goes.opened} />
          <Group title="Not relevant, and would go" matches={goes.notRelevant} />
          <Group title="Unread, and would go" matches={goes.undecided} />
          <Group title="Would stay" matches={stays} />
        </>
      );
    }
  }
}

function Group({ title, matches }: { title: string; matches: readonly PreviewMatch[] }) {
  const id = useId();
  if (matches.length === 0) return null;
  const more = matches.length - MAX_SHOWN;
  return (
    <section aria-labelledby={id} className="border-t border-line first:border-t-0">
      <h3
        id={id}
        className="px-4 pt-3 font-sans text-xs font-semibold tracking-normal text-ink-soft"
      >
        {`${title} (${numberText(matches.length)})`}
      </h3>
      <ul aria-labelledby={id} className="divide-y divide-line">
        {matches.slice(0, MAX_SHOWN).map((match) => (
          <PreviewMatchRow key={match.item._id} match={match} />
        ))}
      </ul>
      {more > 0 && (
        <p className="px-4 pb-3 text-xs text-ink-faint">{`and ${numberText(more)} more`}</p>
      )}
    </section>
  );
}
