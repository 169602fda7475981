import { errorText, hasCode, RateLimitedError } from '@/lib/http/api-error';
import { showToast } from '@/lib/toasts';

const UNREACHED = 'Harken could not be reached. Please try again.';

/** Reports why no insights were made: the reason itself, or the error of a call. */
export function showInsightsFailure(reason: unknown): void {
  // The layout's toast reports a rate limit.
  if (reason instanceof RateLimitedError) return;
  // The last keyword has been deleted elsewhere: that text stands by itself, as on this page.
  if (hasCode(reason, 'NO_KEYWORDS')) {
    showToast({ type: 'error', title: reason.message });
    return;
  }
  const text = typeof reason === 'string' ? reason : errorText(reason, UNREACHED);
  showToast({ type: 'error', title: `Failed to generate insights: ${text}` });
}
