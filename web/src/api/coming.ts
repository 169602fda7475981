/*
 * Calls and fields that are agreed and not in the server's document yet. What has come is taken out
 * here; the calls themselves stay as they are.
 */

import type { components } from './schema';

type Pagination = components['schemas']['Pagination'];

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

export type ChannelKind = 'webhook' | 'slack' | 'discord' | 'telegram' | 'ntfy';

export type Endpoint = {
  _id: string;
  channel: ChannelKind | 'push';
  name: string;
  /** The address as far as it is no secret. */
  shown: string;
  /** Null for all keywords. */
  watchIds: string[] | null;
  status: 'new' | 'working' | 'failing' | 'paused';
  failingSince: string | null;
  lastError: string | null;
  lastSentAt: string | null;
  pausedAt: string | null;
  createdAt: string;
};

export type EndpointInput = {
  channel: ChannelKind;
  name: string;
  url?: string;
  botToken?: string;
  chatId?: string;
  token?: string;
  watchIds?: string[] | null;
};

export type EndpointChanges = { name?: string; watchIds?: string[] | null; paused?: boolean };

export type TestResult = {
  ok: boolean;
  /** Null when there was no answer. */
  statusCode: number | null;
  detail: string;
  durationMs: number;
};

export type Attempt = {
  number: number;
  startedAt: string;
  durationMs: number;
  outcome: string;
  statusCode: number | null;
  detail: string;
};

export type Delivery = {
  _id: string;
  kind: string;
  status: 'pending' | 'sent' | 'skipped' | 'dead';
  channel: string;
  endpointId: string | null;
  endpointName: string | null;
  subject: string;
  reason: string | null;
  nextAttemptAt: string | null;
  createdAt: string;
  attempts: Attempt[];
};

/** Whole addresses. */
export type FeedAddresses = { rss: string; atom: string; json: string };
export type Feeds = {
  all: FeedAddresses;
  watches: (FeedAddresses & { watchId: string; keyword: string })[];
};

type DeliveryList = { deliveries: Delivery[]; pagination: Pagination };

type ChannelPaths = {
  '/api/endpoints': {
    get: Call<{ endpoints: Endpoint[] }>;
    post: CallWith<EndpointInput, Endpoint>;
  };
  '/api/endpoints/{id}': {
    put: CallWith<EndpointChanges, Endpoint, ById>;
    delete: Call<null, ById>;
  };
  '/api/endpoints/{id}/test': { post: Call<TestResult, ById> };
  '/api/endpoints/{id}/secret': {
    get: Call<{ secret: string }, ById>;
    post: Call<{ secret: string }, ById>;
  };
  '/api/endpoints/{id}/deliveries': { get: Call<DeliveryList, ById<{ page?: number }>> };
  '/api/deliveries/{id}/replay': { post: Call<Delivery, ById> };
  '/api/feeds': { get: Call<Feeds> };
  '/api/feeds/reset': { post: Call<Feeds> };
};

type ItemPaths = {
  '/api/notifications/{id}/not-relevant': { patch: Call<unknown, ById> };
};

export type ComingPaths = MutePaths & ChannelPaths & ItemPaths;
