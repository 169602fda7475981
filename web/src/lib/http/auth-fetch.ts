import { onlineManager } from '@tanstack/react-query';

import { isReachable } from '../offline/network';
import { OfflineError } from './api-error';
import { takeRateLimit } from './rate-limit';
import { refreshToken } from './refresh';
import { endSession, useSession } from './session';

/** How long a call may take before the page finds out whether it still has a network, in ms. */
const SLOW_MS = 10_000;

/**
 * Fetches with the session's token. A 401 is retried once with a fresh token; if there is none, the
 * session ends. A 429 is stored for the toast and returned flagged as `rateLimited`. Throws
 * `OfflineError` if Harken cannot be reached.
 */
export async function authFetch(request: Request): Promise<Response> {
  const response = await quietFetch(request);
  return response.status === 429 ? takeRateLimit(response) : response;
}

/**
 * Does the same, but returns a 429 as it is: for calls triggered by typing, where a toast would
 * make no sense.
 */
export async function quietFetch(request: Request): Promise<Response> {
  const slow = setTimeout(() => void isReachable(), SLOW_MS);
  try {
    const response = await fetchWithToken(request);
    onlineManager.setOnline(true);
    return response;
  } catch (error) {
    // A single call can fail for other reasons.
    if (error instanceof TypeError && !(await isReachable())) throw new OfflineError();
    throw error;
  } finally {
    clearTimeout(slow);
  }
}

async function fetchWithToken(request: Request): Promise<Response> {
  // A request's body can be read only once, so the retry needs its own copy.
  const again = request.clone();
  const { token } = useSession.getState();
  let response = await send(request, token);

  if (response.status === 401 && token && !isSignIn(request)) {
    const fresh = await refreshToken(token);
    if (fresh) response = await send(again, fresh);
    if (response.status === 401) endSession('expired');
  }
  return response;
}

function send(request: Request, token: string | null): Promise<Response> {
  if (token) request.headers.set('Authorization', `Bearer ${token}`);
  return fetch(request);
}

/** Returns whether a 401 means wrong credentials rather than an expired session. */
function isSignIn(request: Request): boolean {
  return new URL(request.url).pathname === '/api/auth/login';
}
