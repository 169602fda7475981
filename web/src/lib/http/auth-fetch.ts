import { takeRateLimit } from './rate-limit';
import { refreshToken } from './refresh';
import { endSession, useSession } from './session';

/**
 * `fetch` with the session's token. A 401 is tried once more with a fresh token; when there is
 * none, the session ends. A 429 is stored for the toast and comes back flagged `rateLimited`.
 */
export async function authFetch(request: Request): Promise<Response> {
  const response = await quietFetch(request);
  return response.status === 429 ? takeRateLimit(response) : response;
}

/**
 * The same, but a 429 is an answer like any other: for calls that come about by typing, of which a
 * toast would speak to nobody.
 */
export async function quietFetch(request: Request): Promise<Response> {
  // A request's body can be read only once, so the second try needs its own copy.
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

/** A 401 here means wrong credentials, not the end of a session. */
function isSignIn(request: Request): boolean {
  return new URL(request.url).pathname === '/api/auth/login';
}
