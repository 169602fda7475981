import createClient from 'openapi-fetch';

import type { paths } from '@/api/schema';
import type { ErrorBody } from '@/api/types';
import { apiOrigin } from '@/config/env';

import { ApiError, RateLimitedError } from './api-error';
import { authFetch } from './auth-fetch';
import { isRateLimited } from './rate-limit';

/** Adds what `schema.ts` does not repeat: parameters without a name cannot be sent, and every error has the same body. */
type Complete<Operation> = Operation & {
  parameters: Omit<
    { query?: never; header?: never; path?: never; cookie?: never },
    Operation extends { parameters: infer Named } ? keyof Named : never
  >;
  responses: { default: { content: { 'application/json': ErrorBody } } };
};
type Paths = {
  [Path in keyof paths]: { [Method in keyof paths[Path]]: Complete<paths[Path][Method]> };
};

/** The typed client of the API: `unwrap(api.GET('/api/keywords'))`. */
export const api = createClient<Paths>({
  baseUrl: apiOrigin,
  fetch: authFetch,
});

type Answer<T> = { data?: T; error?: unknown; response: Response };

/** Returns a response's data. Throws `ApiError` for a refusal, `RateLimitedError` for a 429. */
export async function unwrap<T>(answer: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await answer;
  if (!response.ok) throw new ApiError(response.status, asBody(error));
  if (isRateLimited(data)) throw new RateLimitedError(data.code, data.message, data.retryAfter);
  return data as T;
}

function asBody(error: unknown) {
  return typeof error === 'object' && error !== null ? error : undefined;
}
