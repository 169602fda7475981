import {
  notifyManager,
  onlineManager,
  type Query,
  type QueryFunction,
  type QueryFunctionContext,
  type QueryKey,
} from '@tanstack/react-query';

import { OfflineError } from '../http/api-error';
import { whenIdle } from '../when-idle';
import { isOffline } from './network';

/**
 * The beginnings of the keys of queries whose answers are kept on this device. None of them
 * contains a secret: channels, feeds, sessions and the administration are left out.
 */
const kept: QueryKey[] = [
  ['notifications'],
  ['watches'],
  ['watch-activity'],
  ['coverage'],
  ['analytics'],
  ['ai', 'latest'],
  ['ai', 'usage'],
  ['mutes'],
  ['searches'],
  ['status'],
  ['subscription'],
  ['first-steps'],
];

/** Answers to what somebody is still typing. */
const passing: QueryKey[] = [['mutes', 'preview']];

/** Returns whether the answer to the query with this key may be kept on the device. */
export const isKept = (key: QueryKey): boolean => begins(key, kept) && !begins(key, passing);

const begins = (key: QueryKey, beginnings: QueryKey[]) =>
  beginnings.some((beginning) => beginning.every((part, at) => part === key[at]));

/**
 * Runs a query and keeps its answer. While Harken cannot be reached, it returns the last answer
 * with the time from which it is: the page's own, or else the one that the device has kept. Throws
 * `OfflineError` if there is none.
 */
export async function lastAnswer<T>(
  ask: QueryFunction<T>,
  context: QueryFunctionContext,
  query: Query,
): Promise<T> {
  try {
    const data = await untilLost(async () => ask(context));
    const at = Date.now();
    if (isKept(query.queryKey)) whenIdle(() => void keep(query.queryHash, data, at));
    return data;
  } catch (error) {
    // A next page has no last answer.
    if (!(error instanceof OfflineError) || query.state.fetchMeta?.fetchMore) throw error;
    const { data, dataUpdatedAt, isInvalidated } = query.state;
    const last =
      data === undefined ? await find(query) : { data, at: dataUpdatedAt, isOld: isInvalidated };
    if (!last) throw error;
    // Once the query has taken it for a new answer.
    notifyManager.schedule(() =>
      query.setState({ dataUpdatedAt: last.at, isInvalidated: last.isOld }),
    );
    return last.data as T;
  }
}

/** Settles like `call`, or rejects as soon as Harken cannot be reached. */
async function untilLost<T>(call: () => Promise<T>): Promise<T> {
  if (isOffline()) throw new OfflineError();
  let stop: (() => void) | undefined;
  const lost = new Promise<never>((_, reject) => {
    stop = onlineManager.subscribe((isOnline) => {
      if (!isOnline) reject(new OfflineError());
    });
  });
  return Promise.race([call(), lost]).finally(stop);
}

// A browser may refuse to store anything, and the file may not have been loaded yet.
async function find({ queryKey, queryHash }: Query) {
  if (!isKept(queryKey)) return undefined;
  try {
    const { keptAnswer } = await import('./device-store');
    const answer = await keptAnswer(queryHash);
    return answer && { ...answer, isOld: true };
  } catch {
    return undefined;
  }
}

async function keep(hash: string, data: unknown, at: number): Promise<void> {
  try {
    const { keepAnswer } = await import('./device-store');
    await keepAnswer(hash, data, at);
  } catch {
    // As above.
  }
}
