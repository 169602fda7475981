import { useMutation, useQueryClient } from '@tanstack/react-query';

import type { ProposedRule, Watch, WatchInput } from '@/api/types';
import { watchKeys } from '@/entities/watch/watch-keys';
import { showFailure } from '@/lib/failure-toast';
import { api, unwrap } from '@/lib/http/api-client';
import { showToast } from '@/lib/toasts';

import { hideSuggestion } from './dismiss';

const TOAST = 'rule-applied';

/** Changes what a watch searches for, reports it and offers to undo it. */
export function useApplyRule(watch: Watch) {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: watchKeys.all });
  const save = (body: WatchInput) =>
    unwrap(api.PUT('/api/keywords/{id}', { params: { path: { id: watch._id } }, body }));
  const takeBack = async () => {
    try {
      await save(inputOf(watch));
      showToast({ id: TOAST, type: 'success', title: `“${watch.keyword}” is as it was before` });
    } catch (error) {
      showFailure('That could not be undone', error, { id: TOAST });
    }
    await refresh();
  };
  return useMutation({
    mutationFn: (rule: ProposedRule) => save({ ...inputOf(watch), ...rule }),
    onSuccess: () => {
      hideSuggestion(queryClient, 'proposal', watch._id);
      hideSuggestion(queryClient, 'near-misses', watch._id);
      showToast({
        id: TOAST,
        type: 'success',
        title: `“${watch.keyword}” was changed`,
        action: { label: 'Undo', onAction: () => void takeBack() },
      });
    },
    onSettled: () => void refresh(),
  });
}

function inputOf(watch: Watch): WatchInput {
  const { keyword, mode, subreddits, excludedSubreddits, excludedAuthors, isActive } = watch;
  const { tags, notes, description, filters, notificationSettings } = watch;
  return {
    ...{ keyword, mode, subreddits, excludedSubreddits, excludedAuthors, isActive },
    ...{ tags, notes, description, filters, notificationSettings },
  };
}
