// Controls the stand-in for Stripe, beside what users do on its pages.
import { json, tell } from './stack.mjs';

const control = (stack, path, body) => tell(`${stack.stripeUrl}/_sim/${path}`, body);

/** Holds back events, as if the provider were late. */
export const holdWebhooks = (stack) => control(stack, 'webhooks/hold', { hold: true });

/** Sends the events that were held back, and later ones at once. */
export const releaseWebhooks = (stack) => control(stack, 'webhooks/release', {});

/** Makes calls whose path begins with `path` fail until `mend`. */
export const breakDown = (stack, path) =>
  control(stack, 'faults', { path_prefix: path, fault: '503', times: 1_000 });

export const mend = (stack) => tell(`${stack.stripeUrl}/_sim/faults`, undefined, 'DELETE');

/** Refunds the last payment of the customer behind a paid checkout, as support does. */
export async function refund(stack, sessionId) {
  const session = await json(await fetch(`${stack.stripeUrl}/_sim/objects/${sessionId}`));
  return control(stack, `customers/${session.customer}/refund`, {});
}
