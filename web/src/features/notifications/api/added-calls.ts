import createClient from 'openapi-fetch';

import type { paths } from '@/api/schema';
import { apiOrigin } from '@/config/env';
import { authFetch } from '@/lib/auth-fetch';

type One = paths['/api/notifications/{id}/read'];

/** Calls that the API's types do not have yet. */
type AddedPaths = {
  '/api/notifications/{id}/unread': One;
  '/api/notifications/{id}/restore': One;
  '/api/notifications/read': {
    post: {
      requestBody: { content: { 'application/json': { keyword?: string } } };
      responses: { 200: { content: { 'application/json': { changed: number } } } };
    };
  };
};

export const addedApi = createClient<AddedPaths>({ baseUrl: apiOrigin, fetch: authFetch });
