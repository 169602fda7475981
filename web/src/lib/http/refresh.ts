import { apiOrigin } from '@/config/env';

import { reloadSession, useSession } from './session';

/** A fresh token, or null when the session is over. Rejects when the server is not reached. */
type Refresh = Promise<string | null>;

let inFlight: Refresh | null = null;

const LOCK = 'harken-refresh';
/**
 * How long to wait for the token that another tab stores, in ms. It arrives at once unless the
 * device is busy. Using the other tab's refresh token a second time would end the session.
 */
const NEWS_WAIT_MS = 5_000;

/**
 * Gets a replacement for the token `stale`. Calls that fail together share one refresh, and a Web
 * Lock prevents two tabs from using the same single-use refresh token.
 */
export function refreshToken(stale: string): Refresh {
  inFlight ??= inTurn(stale).finally(() => {
    inFlight = null;
  });
  return inFlight;
}

async function inTurn(stale: string): Refresh {
  // Browsers offer locks only to secure origins.
  if (!('locks' in navigator)) return refresh(stale);
  const first = await navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) =>
    lock ? { token: await refresh(stale) } : null,
  );
  if (first) return first.token;
  return navigator.locks.request(LOCK, async () => {
    await newsOf(stale);
    return refresh(stale);
  });
}

/**
 * Waits for the token that another tab has just received: its lock may be released before its
 * writes to local storage arrive here. If it received none, this tab refreshes.
 */
function newsOf(stale: string): Promise<void> {
  return new Promise((resolve) => {
    const waiting = new AbortController();
    const { signal } = waiting;
    const look = () => {
      if (localStorage.getItem('token') !== stale) waiting.abort();
    };
    signal.addEventListener('abort', () => resolve());
    window.addEventListener('storage', look, { signal });
    setTimeout(() => waiting.abort(), NEWS_WAIT_MS);
    look();
  });
}

async function refresh(stale: string): Refresh {
  reloadSession();
  const { token, refreshToken } = useSession.getState();
  if (token && token !== stale) return token;
  if (!refreshToken) return null;

  const response = await fetch(`${apiOrigin}/api/auth/refresh`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ refreshToken }),
  });
  if (response.ok) {
    const tokens = (await response.json()) as { token: string; refreshToken: string };
    useSession.setState({ token: tokens.token, refreshToken: tokens.refreshToken });
    return tokens.token;
  }
  // A busy or failing server says nothing about the session: keep it and fail only this call.
  if (response.status === 429 || response.status >= 500) {
    throw new Error(`The session could not be renewed (${String(response.status)})`);
  }
  return null;
}
