/** The poll interval of an open page, in ms. */
export const FOLLOW_MS = 60_000;
