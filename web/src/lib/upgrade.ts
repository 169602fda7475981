import { create } from 'zustand';

import { ApiError, hasCode } from './http/api-error';

/** What was wanted that the Free plan does not have. */
export type Wanted =
  'more-keywords' | 'advanced' | 'search' | 'analytics' | 'channels' | 'browser-alerts';

/** What the upgrade popup is about, while it shows: any screen can meet a limit. */
export const useUpgrade = create<{ wanted: Wanted | null; message: string | undefined }>()(() => ({
  wanted: null,
  message: undefined,
}));

/** `message` says which feature it is, where that is known more closely. */
export function showUpgrade(wanted: Wanted | null, message?: string): void {
  useUpgrade.setState({ wanted, message });
}

/**
 * Shows the upgrade popup if the plan is why a call was refused, and answers whether it is: then
 * nothing more needs saying. `wanted` is what the call was about.
 */
export function showPlanLimit(error: unknown, wanted: Wanted = 'advanced'): boolean {
  if (isKeywordLimit(error)) showUpgrade('more-keywords');
  else if (needsUpgrade(error)) showUpgrade(wanted);
  else return false;
  return true;
}

/** Whether the plan does not have what was asked for. */
export const needsUpgrade = (error: unknown): boolean => hasCode(error, 'PLAN_UPGRADE_REQUIRED');

/** Whether the plan has no room for one more active watch. */
function isKeywordLimit(error: unknown): boolean {
  if (hasCode(error, 'KEYWORD_LIMIT_EXCEEDED')) return true;
  return error instanceof ApiError && error.message.toLowerCase().includes('keyword limit');
}
