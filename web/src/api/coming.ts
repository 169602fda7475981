/*
 * Calls and fields that are agreed and not in the server's document yet. What has come is taken out
 * here; the calls themselves stay as they are.
 */

type Json<T> = { headers: Record<string, unknown>; content: { 'application/json': T } };
type Nothing = { headers: Record<string, unknown>; content?: never };
type Parameters<Path, Query> = { query?: Query; header?: never; path: Path; cookie?: never };
type NoPath = { query?: never; header?: never; path?: never; cookie?: never };
type Call<Answer, Asked = NoPath> = { parameters: Asked; requestBody?: never } & Answers<Answer>;
type CallWith<Body, Answer, Asked = NoPath> = {
  parameters: Asked;
  requestBody: { content: { 'application/json': Body } };
} & Answers<Answer>;
type Answers<Answer> = { responses: { 200: Answer extends null ? Nothing : Json<Answer> } };
type ById<Query = never> = Parameters<{ id: string }, Query>;

export type MuteKind = 'author' | 'subreddit' | 'thread' | 'word';

export type Mute = {
  _id: string;
  /** Null for all keywords. */
  watchId: string | null;
  keyword: string | null;
  kind: MuteKind;
  value: string;
  /** The value as a person reads it. */
  shown: string;
  /** Null for good. */
  until: string | null;
  createdAt: string;
  /** How many notifications it has cleaned up. */
  cleaned: number;
};

export type MuteInput = {
  kind: MuteKind;
  /** A word is given as it is; the rest may be taken from a notification. */
  value?: string;
  notificationId?: string;
  watchId: string | null;
  forDays: 1 | 7 | null;
  cleanUp: boolean;
};

type MutePaths = {
  '/api/mutes': {
    get: Call<{ mutes: Mute[] }>;
    post: CallWith<MuteInput, { mute: Mute; cleaned: number }>;
  };
  '/api/mutes/preview': { post: CallWith<MuteInput, { count: number }> };
  '/api/mutes/{id}': { delete: Call<{ restored: number }, ById<{ restore?: boolean }>> };
};

export type { Delivery, Endpoint, EndpointTest as TestResult } from './types';

type ItemPaths = {
  '/api/notifications/{id}/not-relevant': { patch: Call<unknown, ById> };
};

export type ComingPaths = MutePaths & ItemPaths;
