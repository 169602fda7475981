import type { InsightsResult } from '@/api/types';
import { useSession } from '@/lib/http/session';
import { reloadPage } from '@/lib/page';

import { announceSuccess } from './news-after-reload';
import { storeResult } from './stored-result';

/** Returns a function that stores a result, reports it and reloads the page. */
export function useSuccess() {
  const userId = useSession((state) => state.user?._id ?? '');
  return (result: InsightsResult) => {
    storeResult(userId, result);
    announceSuccess();
    reloadPage();
  };
}
