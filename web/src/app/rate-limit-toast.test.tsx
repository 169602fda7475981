import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { takeRateLimit } from '@/lib/http/rate-limit';
import { renderApp } from '@/testing/render-app';
import { refusal } from '@/testing/server';

test.each([
  ['AUTH_RATE_LIMIT_EXCEEDED', 'Too Many Login Attempts', /before logging in/],
  ['KEYWORD_RATE_LIMIT_EXCEEDED', 'Too Many Keyword Operations', /changing your keywords/],
  ['NOTIFICATION_RATE_LIMIT_EXCEEDED', 'Too Many Notification Operations', /notifications/],
  ['REDDIT_RATE_LIMIT_EXCEEDED', 'Reddit API Rate Limited', /temporarily limited by Reddit/],
  ['SUBREDDIT_CHECK_LIMIT_EXCEEDED', 'Too Many Subreddit Checks', /adding more subreddits/],
  ['DDOS_RATE_LIMIT_EXCEEDED', 'Too Many Requests', /slow down/],
  ['SOMETHING_ELSE', 'Rate Limit Exceeded', /The text of the server/],
])('%s is shown as "%s", once', async (code, title, text) => {
  await takeRateLimit(refusal(429, code, 'The text of the server', { retryAfter: 30 }));
  renderApp('/login');
  expect(await screen.findByText(title)).toBeVisible();
  expect(screen.getByText(text)).toBeVisible();
  expect(screen.getByText('You can try again in 30 seconds')).toBeVisible();
  expect(localStorage.getItem('rateLimitExceeded')).toBeNull();
  expect(localStorage.getItem('lastRateLimitError')).toBeNull();
});

test('a limit that has expired since says so', async () => {
  await takeRateLimit(refusal(429, 'DDOS_RATE_LIMIT_EXCEEDED', 'Slow down', { retryAfter: 0 }));
  renderApp('/login');
  expect(await screen.findByText('Rate Limit Expired')).toBeVisible();
  expect(screen.getByText('You can try again now')).toBeVisible();
});
