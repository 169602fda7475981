import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';

import type { InsightsResult, InsightsRun } from '@/api/types';
import { insightKeys } from '@/entities/insights/insight-keys';
import { latestQuery } from '@/entities/insights/latest';

import { aiUsageQuery } from './api/ai-usage';
import { demoQuery } from './api/latest';
import { startRun } from './api/runs';
import { followRun, isOver } from './follow-run';
import { showInsightsFailure } from './insights-failure';
import { warnOfLimit } from './limit';
import { isSample } from './stored-result';
import { useSuccess } from './use-success';

/**
 * Returns the running analysis, if any, and a function that starts one. `known` is the run that the
 * server reported; it continues whether or not a page follows it.
 */
export function useRun(known: InsightsRun | null) {
  const queryClient = useQueryClient();
  const succeed = useSuccess();
  // The latest run that this page itself has received.
  const [heard, setHeard] = useState<InsightsRun | null>(null);
  const latest = heard && (!known || known._id === heard._id || !isOver(heard)) ? heard : known;
  const run = latest && !isOver(latest) ? latest : null;

  const refresh = () => {
    void queryClient.invalidateQueries({ queryKey: insightKeys.usage });
    void queryClient.invalidateQueries({ queryKey: insightKeys.latest });
  };
  const finish = async () => {
    // A request in flight may have been answered before the end.
    await queryClient.cancelQueries({ queryKey: insightKeys.latest });
    const { result } = await queryClient.query(latestQuery);
    if (result) succeed(result);
  };

  // The last call was used elsewhere. Samples never replace a stored result.
  const enterDemo = async (samples: InsightsResult) => {
    queryClient.setQueryData(demoQuery.queryKey, samples);
    const { dailyLimit } = await queryClient.query(aiUsageQuery);
    warnOfLimit(dailyLimit);
  };

  const onRun = useEffectEvent((next: InsightsRun) => {
    setHeard(next);
    if (next.status === 'succeeded') finish().catch(showInsightsFailure);
    else if (isOver(next)) refresh();
    if (next.status === 'failed') showInsightsFailure(next.reason ?? 'Please try again.');
  });
  const onGone = useEffectEvent(() => {
    setHeard(null);
    refresh();
  });
  const id = run?._id;
  useEffect(() => {
    if (!id) return;
    const closing = new AbortController();
    const follower = { onRun: (next: InsightsRun) => onRun(next), onGone: () => onGone() };
    void followRun(id, follower, closing.signal);
    return () => closing.abort();
  }, [id]);

  const starting = useMutation({
    mutationFn: startRun,
    onSuccess: async (answer) => {
      if (!isResult(answer)) setHeard(answer);
      else if (isSample(answer)) await enterDemo(answer);
      else succeed(answer);
    },
    onError: (error) => {
      showInsightsFailure(error);
      refresh();
    },
  });
  return {
    run,
    generating: starting.isPending || run !== null,
    start: () => starting.mutate(),
  };
}

const isResult = (answer: InsightsRun | InsightsResult): answer is InsightsResult =>
  'keywordInsights' in answer;
