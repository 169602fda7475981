import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import type { InsightsResult } from '@/api/types';
import { useSession } from '@/lib/http/session';

import { latestQuery } from './api/latest';
import { forgetResult, storedResult, storeResult } from './stored-result';

/** The latest result: this browser's own at once, then the server's, which may be of another device. */
export function useResult() {
  const userId = useSession((state) => state.user?._id ?? '');
  const [stored] = useState(() => storedResult(userId));
  const { data, isPending, error, refetch } = useQuery(latestQuery);
  // The server keeps no samples: they stand as long as there is nothing better.
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

const isSample = ({ keywordInsights }: InsightsResult) =>
  keywordInsights.some(({ isDemo }) => isDemo);
