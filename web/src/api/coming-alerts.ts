/*
 * Calls that are agreed and not in the server's document yet, for one's own alerts: browsers as
 * devices, what could not be delivered, and what has gone quiet.
 */

import type { components } from './schema';
import type { Delivery, Endpoint } from './types';

type Json<T> = { headers: Record<string, unknown>; content: { 'application/json': T } };
type Nothing = { headers: Record<string, unknown>; content?: never };
type NoParameters = { query?: never; header?: never; path?: never; cookie?: never };
type Get<Answer> = {
  parameters: NoParameters;
  requestBody?: never;
  responses: { 200: Json<Answer> };
};
type Post<Answer> = {
  parameters: NoParameters;
  requestBody?: never;
  responses: { 200: Answer extends null ? Nothing : Json<Answer> };
};
type PostWith<Body, Answer> = {
  parameters: NoParameters;
  requestBody: { content: { 'application/json': Body } };
  responses: { 200: Json<Answer> };
};

export type FailedDeliveries = { total: number; deliveries: Delivery[] };

type PushSubscriptionInput = {
  endpoint: string;
  keys: { p256dh: string; auth: string };
  name: string;
};

export type AlertPaths = {
  '/api/push/key': { get: Get<{ publicKey: string }> };
  '/api/push/subscriptions': { post: PostWith<PushSubscriptionInput, Endpoint> };
  '/api/deliveries/failed': { get: Get<FailedDeliveries> };
  '/api/deliveries/failed/dismiss': { post: Post<null> };
  '/api/users/mail/retry': { post: Post<components['schemas']['User']> };
};
