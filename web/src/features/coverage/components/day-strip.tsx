import type { CoverageDay, ItemKind } from '@/api/types';

import { dayState, daysText, dayText, type Read } from '../day-texts';
import { DayMark } from './day-mark';

type DayStripProps = { kind: ItemKind; days: readonly CoverageDay[]; read: Read };

/** A mark for each day that shows whether all of it was read. */
export function DayStrip({ kind, days, read }: DayStripProps) {
  return (
    <div role="img" aria-label={daysText(kind, days, read)} className="flex h-4 items-end gap-px">
      {days.map((day) => (
        <div
          key={day.date}
          title={dayText(kind, day, read)}
          className="flex h-full min-w-0 flex-1 items-end"
        >
          <DayMark state={dayState(day, read)} />
        </div>
      ))}
    </div>
  );
}
