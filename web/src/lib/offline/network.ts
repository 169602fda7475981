import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

import { apiOrigin } from '@/config/env';

/** A call that costs the server nothing and counts towards no limit. */
const PROBE = `${apiOrigin}/api/livez`;
/** How long the server may take to answer it, in ms. */
const ANSWER_MS = 10_000;
/** The pause between two such calls while the server cannot be reached, in ms. */
const PAUSE_MS = 5_000;
/** The pause while the browser reports that there is no network, which is hardly ever wrong. */
const LONG_PAUSE_MS = 30_000;

let lostAt = Date.now();
let asking: Promise<boolean> | undefined;
let waiting: ReturnType<typeof setTimeout> | undefined;

/** Returns when Harken was last found to be unreachable, in ms since the epoch. */
export const lostSince = (): number => lostAt;

/** Returns whether Harken cannot be reached, as far as this page knows. */
export const isOffline = (): boolean => !onlineManager.isOnline();

/** Returns the same, now and when it changes. */
export const useOffline = (): boolean => useSyncExternalStore(follow, isOffline);

const follow = (onChange: () => void) => onlineManager.subscribe(onChange);

/** Returns whether the browser has a network, now and when it changes. */
export const useHasNetwork = (): boolean =>
  useSyncExternalStore(followNetwork, () => navigator.onLine);

function followNetwork(onChange: () => void): () => void {
  const events = ['online', 'offline'] as const;
  for (const event of events) window.addEventListener(event, onChange);
  return () => {
    for (const event of events) window.removeEventListener(event, onChange);
  };
}

/**
 * Returns whether Harken can be reached, after a call that failed or takes long. If it cannot, the
 * page is offline until it can.
 */
export function isReachable(): Promise<boolean> {
  asking ??= ask().finally(() => {
    asking = undefined;
  });
  return asking;
}

async function ask(): Promise<boolean> {
  const isThere = await answers();
  onlineManager.setOnline(isThere);
  if (!isThere) waiting ??= setTimeout(askAgain, navigator.onLine ? PAUSE_MS : LONG_PAUSE_MS);
  return isThere;
}

function askAgain() {
  waiting = undefined;
  void isReachable();
}

async function answers(): Promise<boolean> {
  try {
    await fetch(PROBE, { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) });
    return true;
  } catch {
    return false;
  }
}

onlineManager.setOnline(navigator.onLine);
onlineManager.subscribe((isOnline) => {
  if (isOnline) return;
  lostAt = Date.now();
  void isReachable();
});
if (!navigator.onLine) void isReachable();
