import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

import { insightKeys } from '@/entities/insights/insight-keys';
import { latestQuery } from '@/entities/insights/latest';
import { useSession } from '@/lib/http/session';

import { forgetResult, isSample, storedResult, storeResult } from './stored-result';

/** Returns the latest result: this browser's at once, then the server's, from any device. */
export function useResult() {
  const userId = useSession((state) => state.user?._id ?? '');
  const { data: stored } = useQuery({
    queryKey: insightKeys.stored(userId),
    queryFn: () => storedResult(userId),
    initialData: () => storedResult(userId),
    staleTime: Infinity,
    networkMode: 'always',
  });
  const { data, isPending, error, refetch } = useQuery(latestQuery);
  // The server keeps no samples: they are shown until there is something better.
  const sample = stored && isSample(stored) ? stored : null;

  const kept = data?.result;
  useEffect(() => {
    if (kept) storeResult(userId, kept);
    // Cleared elsewhere.
    else if (data && !sample) forgetResult();
  }, [data, kept, sample, userId]);

  const result = data ? (data.result ?? sample) : stored;
  return {
    result,
    run: data?.run ?? null,
    isPending: isPending && !stored,
    error: result ? null : error,
    retry: () => void refetch(),
  };
}
