import type { Watch } from '@/api/types';
import { api, unwrap } from '@/lib/http/api-client';
import { hasCode } from '@/lib/http/api-error';

import { useChangeWatch } from './change-watch';

export const useDeleteWatch = () =>
  useChangeWatch({
    send: async ({ _id: id }: Watch) => {
      try {
        await unwrap(api.DELETE('/api/keywords/{id}', { params: { path: { id } } }));
      } catch (error) {
        // Already deleted elsewhere, which is what the user wants.
        if (!hasCode(error, 'NOT_FOUND')) throw error;
      }
    },
    effect: (watch) => ({ watch, next: null }),
    failed: 'The keyword could not be deleted',
  });
