import type { Watch } from '@/api/types';
import { api, unwrap } from '@/lib/http/api-client';

import { useChangeWatch } from './change-watch';

/** Switches a watch on or off. */
export const useToggleWatch = () =>
  useChangeWatch({
    send: async ({ _id: id, isActive }: Watch) => {
      const toggle = () =>
        unwrap(api.PATCH('/api/keywords/{id}/toggle', { params: { path: { id } } }));
      const answer = await toggle();
      // It was not in the state shown: the previous toggle failed, or it was switched elsewhere.
      return answer.isActive === isActive ? toggle() : answer;
    },
    effect: (watch) => ({ watch, next: { ...watch, isActive: !watch.isActive } }),
    failed: 'The keyword could not be turned on or off',
  });
