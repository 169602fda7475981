import { useState } from 'react';

import { useLiveState } from '@/lib/live/live-state';

/**
 * The notifications that arrived since the list was opened or last brought up to date: they are
 * held back, so that nothing moves under the eyes of someone who reads.
 */
export function useHeldArrivals() {
  const arrivedIds = useLiveState((state) => state.arrivedIds);
  const [shownIds, setShownIds] = useState<ReadonlySet<string>>(() => new Set(arrivedIds));
  const heldIds = new Set(arrivedIds.filter((id) => !shownIds.has(id)));
  return { heldIds, release: () => setShownIds(new Set(useLiveState.getState().arrivedIds)) };
}
