// Queries the stand-in for push services and webhooks, and makes it fail.
import { PATIENCE_MS } from './patience.mjs';
import { json } from './stack.mjs';

const headers = { 'content-type': 'application/json' };

async function post(stack, path, body) {
  const url = `${stack.receiverUrl}${path}`;
  return json(await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }));
}

/**
 * Returns all requests whose path begins with `prefix`, oldest first, once there are `count`.
 * `more` filters them: `{ body_contains, status }`.
 */
export async function requestsTo(stack, prefix, count = 1, more = {}) {
  const wanted = { path_prefix: prefix, count, timeout_ms: PATIENCE_MS };
  const query = new URLSearchParams({ ...wanted, ...more });
  return json(await fetch(`${stack.receiverUrl}/requests/wait?${query}`));
}

/** Answers the next `times` requests whose path begins with `prefix` with the status `fault`. */
export function failNext(stack, prefix, fault, times = 1) {
  return post(stack, '/faults', { path_prefix: prefix, fault: String(fault), times });
}

/** Makes the hook refuse requests that are not signed with the secret. */
export async function requireSignature(stack, hook, secret) {
  const body = JSON.stringify({ secret });
  const url = `${stack.receiverUrl}/secrets/${hook}`;
  return json(await fetch(url, { method: 'PUT', headers, body }));
}

/** Subscribes a browser at the push service for the server with this key (base64url). */
export function subscribe(stack, applicationServerKey) {
  return post(stack, '/subscriptions', { applicationServerKey });
}

/** Takes the pending messages of a subscription, decrypted as by its browser. */
export async function takeMessages(stack, id) {
  const messages = await post(stack, `/subscriptions/${id}/deliver`);
  return messages.map(({ decrypted }) => {
    if (decrypted.Ok === undefined)
      throw new Error(`a browser could not read it: ${decrypted.Err}`);
    return decrypted.Ok;
  });
}
