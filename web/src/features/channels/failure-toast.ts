import { errorText, RateLimitedError } from '@/lib/api-error';
import { showToast } from '@/lib/toasts';

/** For a call's `onError`: tells what did not work and, where the server said it, why. */
export const tellFailure = (title: string) => (error: Error) => {
  // The layout's toast tells of a rate limit.
  if (error instanceof RateLimitedError) return;
  showToast({ type: 'error', title, text: errorText(error, 'Please try again.') });
};
