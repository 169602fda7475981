import createClient from 'openapi-fetch';

import { apiOrigin } from '@/config/env';
import { authFetch } from '@/lib/auth-fetch';

type Json<T> = { content: { 'application/json': T } };
type Call<Body> = {
  post: { requestBody: Json<Body>; responses: { 200: Json<{ message: string }> } };
};

/** Calls that the API's types do not have yet. */
type PasswordPaths = {
  '/api/auth/forgot-password': Call<{ email: string }>;
  '/api/auth/reset-password': Call<{ token: string; password: string }>;
};

export const passwordApi = createClient<PasswordPaths>({ baseUrl: apiOrigin, fetch: authFetch });
