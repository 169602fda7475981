/** What a page gives the login along the way, so that its address is filled in: not in the URL, where it would be logged. */
export type LoginState = { email: string };

/** Returns the address that the page before gave; the state of a history entry can be anything. */
export function emailOfState(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('email' in state)) return null;
  return typeof state.email === 'string' ? state.email : null;
}
