import type { CoverageGapBody, paths } from './schema';

export type * from './schema';

export type CoverageGap = CoverageGapBody;
export type ExportFormat =
  paths['/api/notifications/export']['get']['parameters']['query']['format'];

// The routes of API keys until `schema.ts` is generated with them. Then only aliases of its names are left of this.
declare module './schema' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- Only interfaces merge.
  interface paths {
    '/api/keys': {
      get: { responses: { 200: { content: { 'application/json': ApiKeyList } } } };
      post: {
        requestBody: { content: { 'application/json': ApiKeyInput } };
        responses: { 201: { content: { 'application/json': NewApiKey } } };
      };
    };
    '/api/keys/{id}': {
      delete: {
        parameters: { path: { id: string } };
        responses: { 204: { content?: never } };
      };
    };
  }
}
export type ApiKeyScope = 'read' | 'keywords' | 'notifications' | 'admin';
export type ApiKey = {
  _id: string;
  name: string;
  scopes: ApiKeyScope[];
  createdAt: string;
  expiresAt: string;
  lastUsedAt: string | null;
  isExpired: boolean;
};
export type ApiKeyList = { keys: ApiKey[]; limit: number };
export type ApiKeyInput = { name: string; scopes: ApiKeyScope[]; days: number };
export type NewApiKey = { key: ApiKey; token: string };
