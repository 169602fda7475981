import type { CoverageGap } from '@/api/types';
import { usePlaceLabel } from '@/entities/feed/use-place-label';
import { useSession } from '@/lib/http/session';

import { causeText, gapTimeText } from '../gap-texts';
import { kindNames } from '../kind-text';

/** A gap: where, when and why something may be missing. */
export function GapRow({ gap, name }: { gap: CoverageGap; name: string }) {
  const labelOf = usePlaceLabel([name]);
  const timeZone = useSession((state) => state.user?.timeZone ?? 'UTC');
  return (
    <li className="grid grid-cols-1 gap-x-6 gap-y-0.5 px-5 py-3 text-sm @2xl:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_minmax(0,1.2fr)] @2xl:items-baseline">
      <p className="font-semibold break-words">{`${kindNames[gap.kind]} of ${labelOf(name)}`}</p>
      <p className="text-ink-soft tabular-nums">
        <time dateTime={gap.startedAt}>{gapTimeText(gap, timeZone)}</time>
      </p>
      <p className="text-ink-faint">{causeText(gap)}</p>
    </li>
  );
}
