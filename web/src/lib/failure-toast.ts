import { errorText, RateLimitedError } from './http/api-error';
import { showToast } from './toasts';
import { showPlanLimit, type Wanted } from './upgrade';

type FailureOptions = {
  /** The id of the toast whose place it takes. */
  id?: string;
  /** What the call was about, if the plan may not have it. */
  wanted?: Wanted;
  /** Said of a failure without a text of the server's. */
  fallback?: string;
};

/**
 * Reports what did not work and, where the server said it, why. The layout reports a rate limit
 * already, and a popup of what the plan does not have.
 */
export function showFailure(
  title: string,
  error: unknown,
  { id, wanted, fallback = 'Please try again.' }: FailureOptions = {},
): void {
  if (error instanceof RateLimitedError || showPlanLimit(error, wanted)) return;
  showToast({ id, type: 'error', title, text: errorText(error, fallback), error });
}
