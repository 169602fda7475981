// Queries the stand-in for push services and webhooks, and makes it fail.
import { PATIENCE_MS } from './patience.mjs';
import { json, tell } from './stack.mjs';

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
export const failNext = (stack, prefix, fault, times = 1) =>
  tell(`${stack.receiverUrl}/faults`, { path_prefix: prefix, fault: String(fault), times });

/** Makes the hook refuse requests that are not signed with the secret. */
export const requireSignature = (stack, hook, secret) =>
  tell(`${stack.receiverUrl}/secrets/${hook}`, { secret }, 'PUT');

/** Subscribes a browser at the push service for the server with this key (base64url). */
export const subscribe = (stack, applicationServerKey) =>
  tell(`${stack.receiverUrl}/subscriptions`, { applicationServerKey });

/** Takes the pending messages of a subscription, decrypted as by its browser. */
export async function takeMessages(stack, id) {
  const messages = await tell(`${stack.receiverUrl}/subscriptions/${id}/deliver`);
  return messages.map(({ decrypted }) => {
    if (decrypted.Ok === undefined)
      throw new Error(`a browser could not read it: ${decrypted.Err}`);
    return decrypted.Ok;
  });
}
