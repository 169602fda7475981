import { OfflineError } from '../http/api-error';

/**
 * The options of a change that waits for the network instead of failing without it. All such
 * changes are made one after the other, in the order in which the user made them. Each must have
 * the same effect when it is sent twice, since an answer may be lost.
 */
export const queued = {
  networkMode: 'online',
  scope: { id: 'queued' },
  retry: (_failures: number, error: Error) => error instanceof OfflineError,
  retryDelay: 0,
} as const;

/** The text of a change that waits. */
export const WAITS = 'It is sent once you are back online.';
