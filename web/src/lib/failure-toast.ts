import { errorText, RateLimitedError } from './http/api-error';
import { showToast } from './toasts';
import { showPlanLimit, type Wanted } from './upgrade';

type FailureOptions = {
  /** The id of the toast to replace. */
  id?: string;
  /** The feature that the call was about, if the plan may lack it. */
  wanted?: Wanted;
  /** The text for failures without one from the server. */
  fallback?: string;
};

/**
 * Reports a failed action and, if the server gave one, the reason. Rate limits are reported by the
 * layout, and missing features by the upgrade dialog.
 */
export function showFailure(
  title: string,
  error: unknown,
  { id, wanted, fallback = 'Please try again.' }: FailureOptions = {},
): void {
  if (error instanceof RateLimitedError || showPlanLimit(error, wanted)) return;
  showToast({ id, type: 'error', title, text: errorText(error, fallback), error });
}
