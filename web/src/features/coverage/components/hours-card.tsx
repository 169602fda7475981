import type { CoverageHour, ItemKind } from '@/api/types';
import { SectionCard } from '@/components/ui/card';
import { Details } from '@/components/ui/details';

import { isSample } from '../kind-state';
import { kindNames } from '../kind-text';
import { HourBars } from './hour-bars';
import { HourTable } from './hour-table';

type HoursCardProps = { place: string; kind: ItemKind; hours: readonly CoverageHour[] };

/** The posts or comments of one subreddit, hour by hour. */
export function HoursCard({ place, kind, hours }: HoursCardProps) {
  const own = hours.filter((hour) => hour.kind === kind);
  return (
    <SectionCard title={`${kindNames[kind]} of the last 7 days, by hour`}>
      <div className="grid grid-cols-1 gap-4 px-5 py-4">
        {own.length === 0 ? (
          <p className="text-ink-soft">Nothing was read in the last 7 days.</p>
        ) : (
          <>
            <HourBars kind={kind} hours={own} isSample={isSample(place, kind)} />
            <Details summary={`${kindNames[kind]} by hour, in numbers`}>
              <HourTable kind={kind} hours={own} />
            </Details>
          </>
        )}
      </div>
    </SectionCard>
  );
}
