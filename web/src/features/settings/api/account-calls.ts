import createClient from 'openapi-fetch';

import { apiOrigin } from '@/config/env';
import { authFetch } from '@/lib/auth-fetch';

/** One sign-in of the user that has not ended. Times are RFC 3339. */
export type SignIn = {
  _id: string;
  userAgent: string | null;
  createdAt: string;
  lastUsedAt: string;
  isCurrent: boolean;
};

type Json<T> = { content: { 'application/json': T } };
type Done = { responses: { 204: { content?: never } } };

/** Calls that the API's types do not have yet. */
type AccountPaths = {
  '/api/users/password': {
    put: Done & { requestBody: Json<{ currentPassword: string; newPassword: string }> };
  };
  '/api/users/sessions': {
    get: { responses: { 200: Json<{ sessions: SignIn[] }> } };
    delete: Done;
  };
  '/api/users/sessions/{id}': { delete: Done & { parameters: { path: { id: string } } } };
  '/api/users/export': { get: { responses: { 200: Json<unknown> } } };
  '/api/users/delete-account': { post: Done & { requestBody: Json<{ password: string }> } };
};

export const accountApi = createClient<AccountPaths>({ baseUrl: apiOrigin, fetch: authFetch });
