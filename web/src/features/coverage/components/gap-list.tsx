import { useState } from 'react';

import type { CoverageGap } from '@/api/types';
import { Button } from '@/components/ui/button';
import { numberText } from '@/lib/number';

import { GapRow } from './gap-row';

/** The number of gaps that are shown at first. */
const FEW = 10;

type GapListProps = {
  label: string;
  /** Newest first. */
  gaps: readonly CoverageGap[];
  /** Returns the spelling of a subreddit, given in lower case. */
  nameOf: (place: string) => string;
};

export function GapList({ label, gaps, nameOf }: GapListProps) {
  const [all, setAll] = useState(false);
  return (
    <>
      <ul aria-label={label} className="@container divide-y divide-line">
        {gaps.slice(0, all ? undefined : FEW).map((gap) => (
          <GapRow
            key={`${gap.place} ${gap.kind} ${gap.startedAt} ${gap.endedAt}`}
            gap={gap}
            name={nameOf(gap.place)}
          />
        ))}
      </ul>
      {gaps.length > FEW && (
        <div className="border-t border-line px-5 py-3">
          <Button
            variant="link"
            aria-expanded={all}
            onClick={() => setAll(!all)}
            className="text-sm"
          >
            {all ? 'Show fewer' : `Show all ${numberText(gaps.length)}`}
          </Button>
        </div>
      )}
    </>
  );
}
