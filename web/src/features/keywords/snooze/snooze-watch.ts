import type { Watch } from '@/api/types';
import { api, unwrap } from '@/lib/http/api-client';

import { useChangeWatch } from '../list/change-watch';

type Snooze = { watch: Watch; until: string | null };

/** Snoozes the alerts of a watch until the given time, or ends the snooze. */
export const useSnoozeWatch = () =>
  useChangeWatch({
    send: ({ watch: { _id: id }, until }: Snooze) =>
      unwrap(api.PATCH('/api/keywords/{id}/snooze', { params: { path: { id } }, body: { until } })),
    effect: ({ watch, until }) => ({ watch, next: { ...watch, snoozedUntil: until } }),
    failed: 'The snooze could not be changed',
  });
