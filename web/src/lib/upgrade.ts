import { create } from 'zustand';

import { ApiError, hasCode } from './http/api-error';

/** A feature that the Free plan does not include. */
export type Wanted =
  | 'more-keywords'
  | 'advanced'
  | 'search'
  | 'analytics'
  | 'channels'
  | 'browser-alerts';

/** The state of the upgrade dialog while it is shown: any screen can hit a limit. */
export const useUpgrade = create<{ wanted: Wanted | null; message: string | undefined }>()(() => ({
  wanted: null,
  message: undefined,
}));

/** Shows the upgrade dialog, or hides it for null. `message` names the exact feature if known. */
export function showUpgrade(wanted: Wanted | null, message?: string): void {
  useUpgrade.setState({ wanted, message });
}

/**
 * Shows the upgrade dialog if the plan is why a call was refused, and returns whether it is: then
 * nothing else needs to be shown. `wanted` is the feature that the call was about.
 */
export function showPlanLimit(error: unknown, wanted: Wanted = 'advanced'): boolean {
  if (isKeywordLimit(error)) showUpgrade('more-keywords');
  else if (needsUpgrade(error)) showUpgrade(wanted);
  else return false;
  return true;
}

/** Returns whether the plan lacks the requested feature. */
export const needsUpgrade = (error: unknown): boolean => hasCode(error, 'PLAN_UPGRADE_REQUIRED');

/** Returns whether the plan allows no further active watch. */
function isKeywordLimit(error: unknown): boolean {
  if (hasCode(error, 'KEYWORD_LIMIT_EXCEEDED')) return true;
  return error instanceof ApiError && error.message.toLowerCase().includes('keyword limit');
}
