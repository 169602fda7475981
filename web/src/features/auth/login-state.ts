/** The router state that prefills the login. In the URL the address would be logged. */
export type LoginState = { email: string };

/** Returns the address from the previous page; the state of a history entry can be anything. */
export function emailOfState(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('email' in state)) return null;
  return typeof state.email === 'string' ? state.email : null;
}
