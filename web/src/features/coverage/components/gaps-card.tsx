import type { CoverageGap, PlaceCoverage } from '@/api/types';
import { SectionCard } from '@/components/ui/card';
import { Details } from '@/components/ui/details';

import { splitGaps } from '../gap-texts';
import { GapList } from './gap-list';

type GapsCardProps = {
  gaps: readonly CoverageGap[];
  /** They know how their names are spelt. */
  places: readonly PlaceCoverage[];
};

/** What may have been missed in the last 30 days; what a sample leaves out is apart from it. */
export function GapsCard({ gaps, places }: GapsCardProps) {
  const { missed, ofSample } = splitGaps(gaps);
  const names = new Map(places.map(({ name }) => [name.toLowerCase(), name]));
  const nameOf = (place: string) => names.get(place) ?? place;
  return (
    <SectionCard title="What may be missing">
      {missed.length === 0 ? (
        <p className="px-5 py-4 text-ink-soft">Nothing was missed in the last 30 days.</p>
      ) : (
        <GapList label="What may be missing" gaps={missed} nameOf={nameOf} />
      )}
      {ofSample.length > 0 && (
        <div className="border-t border-line px-5 py-4">
          <Details summary={`Comments of r/all: ${timesText(ofSample.length)}`}>
            <p className="text-sm text-ink-soft">
              They are a sample: some are always left out. Nothing is wrong.
            </p>
            <div className="-mx-4 mt-3 -mb-4 border-t border-line">
              <GapList label="Left out of the sample" gaps={ofSample} nameOf={nameOf} />
            </div>
          </Details>
        </div>
      )}
    </SectionCard>
  );
}

const timesText = (count: number) =>
  `left out ${count === 1 ? 'once' : `${count.toLocaleString('en')} times`}`;
