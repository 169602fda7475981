import { clsx } from 'clsx';

import { useLiveState } from '@/lib/live/live-state';
import type { LiveStatus } from '@/lib/live/live-status';

const texts: Record<LiveStatus, { label: string; dot: string }> = {
  live: { label: 'Live', dot: 'bg-good' },
  connecting: { label: 'Connecting…', dot: 'bg-signal animate-pulse-soft' },
  offline: { label: 'Offline', dot: 'bg-line-strong' },
};

/** Shows whether alerts arrive live at the moment. */
export function LiveIndicator() {
  const status = useLiveState((state) => state.status);
  const { label, dot } = texts[status];
  return (
    <span
      role="status"
      // As wide as its longest text, so that nothing beside it moves, if the bar has the space.
      className="inline-flex min-w-28 items-center gap-2 text-sm font-medium text-ink-soft @max-[21rem]:min-w-0"
    >
      <span aria-hidden className="relative grid size-2.5 place-items-center">
        {status === 'live' && (
          <span className="absolute inset-0 animate-ripple rounded-full bg-good" />
        )}
        <span className={clsx('size-2.5 rounded-full', dot)} />
      </span>
      {/* With very large text, the bar only fits the dot. */}
      <span className="@max-[17rem]:sr-only">{label}</span>
    </span>
  );
}
