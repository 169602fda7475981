import { useEffect } from 'react';

import { clearRateLimit, type RateLimitError, useRateLimit } from '@/lib/http/rate-limit';
import { showToast } from '@/lib/toasts';

const known: Record<string, { title: string; text: string } | undefined> = {
  AUTH_RATE_LIMIT_EXCEEDED: {
    title: 'Too Many Login Attempts',
    text: 'Please wait before logging in again.',
  },
  KEYWORD_RATE_LIMIT_EXCEEDED: {
    title: 'Too Many Keyword Operations',
    text: 'Please wait before changing your keywords again.',
  },
  NOTIFICATION_RATE_LIMIT_EXCEEDED: {
    title: 'Too Many Notification Operations',
    text: 'Please wait before changing your notifications again.',
  },
  REDDIT_RATE_LIMIT_EXCEEDED: {
    title: 'Reddit API Rate Limited',
    text: 'Harken is temporarily limited by Reddit.',
  },
  SUBREDDIT_CHECK_LIMIT_EXCEEDED: {
    title: 'Too Many Subreddit Checks',
    text: 'Please wait before adding more subreddits.',
  },
  DDOS_RATE_LIMIT_EXCEEDED: {
    title: 'Too Many Requests',
    text: 'Please slow down for a moment.',
  },
};

/** Shows the stored 429 and clears it. */
export function RateLimitToast() {
  const pending = useRateLimit((state) => state.pending);
  useEffect(() => showRateLimit(), [pending]);
  return null;
}

/** Shows a 429 from before a reload at once, so that the first paint leaves space for it. */
export function showRateLimit(): void {
  const { pending } = useRateLimit.getState();
  if (!pending) return;
  show(pending);
  clearRateLimit();
}

function show({ code, message, retryAfter, timestamp }: RateLimitError) {
  const { title, text } = known[code] ?? { title: 'Rate Limit Exceeded', text: message };
  const retryAt = timestamp + retryAfter * 1000;
  // The id is fixed because many calls may be refused together.
  showToast({ id: 'rate-limit', type: 'rate-limit', title, text, retryAt });
}
