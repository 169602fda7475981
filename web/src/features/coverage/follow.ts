/** How often an open page looks again, in ms. */
export const FOLLOW_MS = 60_000;
