import type { InsightsResult } from '@/api/types';
import { useSession } from '@/lib/http/session';
import { reloadPage } from '@/lib/page';

import { announceSuccess } from './news-after-reload';
import { storeResult } from './stored-result';

/** What follows on a result: it is reported and kept, and the page is loaded anew. */
export function useSuccess() {
  const userId = useSession((state) => state.user?._id ?? '');
  return (result: InsightsResult) => {
    storeResult(userId, result);
    announceSuccess();
    reloadPage();
  };
}
