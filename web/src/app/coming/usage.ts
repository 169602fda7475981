import { queryOptions } from '@tanstack/react-query';
import createClient from 'openapi-fetch';

import { apiOrigin } from '@/config/env';
import { unwrap } from '@/lib/api-client';
import { authFetch } from '@/lib/auth-fetch';

type Answers<T> = { get: { responses: { 200: { content: { 'application/json': T } } } } };

/** Calls that the API's types do not have yet. */
type UsagePaths = {
  '/api/subscriptions/usage': Answers<{
    keywordCount: number;
    /** Null for as many as wanted. */
    keywordLimit: number | null;
    notificationCount: number;
  }>;
  '/api/ai/usage': Answers<{ remainingCalls: number; dailyLimit: number; resetTime: string }>;
};

const usageApi = createClient<UsagePaths>({ baseUrl: apiOrigin, fetch: authFetch });

/** What the user has of what the plan allows. */
export const usageQuery = queryOptions({
  queryKey: ['subscription', 'usage'],
  queryFn: ({ signal }) => unwrap(usageApi.GET('/api/subscriptions/usage', { signal })),
  // Keywords and matches change on other screens.
  staleTime: 0,
});

/** How many analyses are left today. */
export const aiUsageQuery = queryOptions({
  queryKey: ['ai', 'usage'],
  queryFn: ({ signal }) => unwrap(usageApi.GET('/api/ai/usage', { signal })),
});
