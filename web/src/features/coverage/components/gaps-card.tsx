import type { AuditSum, CoverageGap, PlaceCoverage } from '@/api/types';
import { SectionCard } from '@/components/ui/card';

import { auditsText } from '../audit-texts';
import { GapList } from './gap-list';

type GapsCardProps = {
  gaps: readonly CoverageGap[];
  /** The places, for the spelling of their names. */
  places: readonly PlaceCoverage[];
  /** The result of comparing all subreddits with their own listings. */
  audits?: AuditSum;
};

/** The gaps of the last 30 days. */
export function GapsCard({ gaps, places, audits }: GapsCardProps) {
  const names = new Map(places.map(({ name }) => [name.toLowerCase(), name]));
  const nameOf = (place: string) => names.get(place) ?? place;
  const audited = audits ? auditsText(audits) : null;
  return (
    <SectionCard title="What may be missing">
      {gaps.length === 0 ? (
        <p className="px-5 py-4 text-ink-soft">Nothing was missed in the last 30 days.</p>
      ) : (
        <GapList label="What may be missing" gaps={gaps} nameOf={nameOf} />
      )}
      {audited && (
        <p className="border-t border-line px-5 py-4 text-sm text-ink-faint">{audited}</p>
      )}
    </SectionCard>
  );
}
