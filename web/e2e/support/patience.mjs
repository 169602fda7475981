/**
 * How long anything may take that a test waits for, in ms. What works takes its own time: this is
 * spent only where something fails, so that it suits a slow and busy machine.
 */
export const PATIENCE_MS = 90_000;
