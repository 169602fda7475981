import { ApiError, RateLimitedError } from '@/lib/http/api-error';

/** Explains why a call about the plan failed and what to do; null where the layout's toast does. */
export function subscriptionFailureText(error: Error | null): string | null {
  if (error === null || error instanceof RateLimitedError) return null;
  if (error instanceof ApiError) return error.message || 'Please try again in a few minutes.';
  return 'Harken could not be reached. Check your connection and try again.';
}
