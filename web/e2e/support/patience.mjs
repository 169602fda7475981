/**
 * The timeout of every wait in a test, in ms. It is spent in full only on a failure, so it is long
 * enough for a slow and busy machine.
 */
export const PATIENCE_MS = 90_000;
