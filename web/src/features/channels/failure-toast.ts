import { errorText, RateLimitedError } from '@/lib/api-error';
import { showToast } from '@/lib/toasts';
import { showPlanLimit } from '@/lib/upgrade';

/** For a call's `onError`: tells what did not work and, where the server said it, why. */
export const tellFailure = (title: string) => (error: Error) => {
  // The layout's toast tells of a rate limit, and a popup of the plan.
  if (error instanceof RateLimitedError || showPlanLimit(error, 'channels')) return;
  showToast({ type: 'error', title, text: errorText(error, 'Please try again.') });
};
