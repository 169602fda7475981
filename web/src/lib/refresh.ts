import { apiOrigin } from '@/config/env';

import { reloadSession, useSession } from './session';

/** A fresh token, or null when the session is over. Rejects when the server is not reached. */
type Refresh = Promise<string | null>;

let inFlight: Refresh | null = null;

/**
 * Gets a token in place of `stale`. Calls that fail together share one refresh, and a Web Lock
 * keeps two tabs from spending the same single-use refresh token.
 */
export function refreshToken(stale: string): Refresh {
  inFlight ??= withLock(() => refresh(stale)).finally(() => {
    inFlight = null;
  });
  return inFlight;
}

async function withLock(work: () => Refresh): Refresh {
  // Browsers offer locks only to secure origins.
  if (!('locks' in navigator)) return work();
  return navigator.locks.request('harken-refresh', work);
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
  // A busy or failing server says nothing about the session: keep it and fail this call only.
  if (response.status === 429 || response.status >= 500) {
    throw new Error(`The session could not be renewed (${response.status})`);
  }
  return null;
}
