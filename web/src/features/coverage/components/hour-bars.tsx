import { clsx } from 'clsx';

import type { CoverageHour, ItemKind } from '@/api/types';
import { useSession } from '@/lib/http/session';

import { countText } from '../day-texts';
import { daysOf, type HourSlot, hourSlots, hoursText, hourText } from '../hours';
import { DayMark } from './day-mark';

/** The fewest hours for which a day's name fits on a phone, and on wider screens. */
const ROOM_ON_PHONE = 20;
const ROOM = 12;

type HourBarsProps = { kind: ItemKind; hours: readonly CoverageHour[]; isSample: boolean };

/** A bar for each hour of the last seven days, as high as the number of items read. */
export function HourBars({ kind, hours, isSample }: HourBarsProps) {
  const timeZone = useSession((state) => state.user?.timeZone ?? 'UTC');
  const slots = hourSlots(kind, hours);
  const most = Math.max(1, ...slots.map(({ entry }) => entry?.items ?? 0));
  const hasGap = !isSample && hours.some(({ gapSeconds }) => gapSeconds > 0);
  return (
    <div>
      <div
        role="img"
        aria-label={hoursText(kind, slots, timeZone, isSample)}
        className="flex h-20 items-stretch"
      >
        {slots.map((slot) => (
          <div
            key={slot.at}
            title={slot.entry && hourText(slot.entry, timeZone)}
            className="flex min-w-0 flex-1 flex-col justify-end"
          >
            <Bar slot={slot} most={most} />
            {hasGap && (
              <span className="flex h-3 items-end">
                {slot.entry && slot.entry.gapSeconds > 0 && <DayMark state="gap" />}
              </span>
            )}
          </div>
        ))}
      </div>
      <Scale slots={slots} timeZone={timeZone} />
      <p aria-hidden className="mt-2 text-xs text-ink-faint">
        {`The highest bar is ${countText(kind, most)} in an hour.`}
        {hasGap && ' Stripes mark hours in which something may be missing.'}
      </p>
    </div>
  );
}

function Bar({ slot: { entry }, most }: { slot: HourSlot; most: number }) {
  const items = entry?.items ?? 0;
  return (
    <div className="flex min-h-0 flex-1 items-end border-b border-line-strong/50">
      <div
        className={clsx('w-full', items > 0 && 'bg-brand/70')}
        style={{ height: items > 0 ? `max(1px, ${((100 * items) / most).toFixed(1)}%)` : 0 }}
      />
    </div>
  );
}

/** The days below the bars. A day with few hours has no space for its name. */
function Scale({ slots, timeZone }: { slots: readonly HourSlot[]; timeZone: string }) {
  return (
    <p aria-hidden className="mt-1 flex text-xs text-ink-faint">
      {daysOf(slots, timeZone).map(({ day, hours }) => (
        <span
          key={day}
          className="min-w-0 basis-0 truncate border-line-strong/50 pl-1 not-first:border-l"
          style={{ flexGrow: hours }}
        >
          <span className={clsx(hours < ROOM_ON_PHONE && 'max-sm:hidden')}>
            {hours >= ROOM && day}
          </span>
        </span>
      ))}
    </p>
  );
}
