import { errorText, hasCode, RateLimitedError } from '@/lib/http/api-error';
import { showToast } from '@/lib/toasts';

const UNREACHED = 'Harken could not be reached. Please try again.';

/** Shows why no insights were generated: the reason itself, or the error of a call. */
export function showInsightsFailure(reason: unknown): void {
  // The layout's toast reports a rate limit.
  if (reason instanceof RateLimitedError) return;
  // The last keyword was deleted elsewhere. This message needs no prefix, as on this page.
  if (hasCode(reason, 'NO_KEYWORDS')) {
    showToast({ type: 'error', title: reason.message });
    return;
  }
  const text = typeof reason === 'string' ? reason : errorText(reason, UNREACHED);
  showToast({ type: 'error', title: `Failed to generate insights: ${text}` });
}
