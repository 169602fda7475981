import { errorText, RateLimitedError } from '@/lib/api-error';
import { showToast } from '@/lib/toasts';

/** Tells that something could not be done and, where the server said it, why. */
export function showFailure(title: string, error: Error): void {
  // The layout's toast tells of a rate limit.
  if (error instanceof RateLimitedError) return;
  showToast({ type: 'error', title, text: errorText(error, 'Please try again.') });
}
