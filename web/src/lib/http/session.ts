import { create } from 'zustand';

import type { User } from '@/api/types';

/** The fields kept in local storage, each under its own name. */
type Stored = {
  token: string | null;
  refreshToken: string | null;
  user: User | null;
  pendingVerificationEmail: string | null;
};

/** `ended` is why the last session ended, which decides where the router redirects. */
type Session = Stored & { ended: 'signed-out' | 'expired' | null };

function readStored(): Stored {
  return {
    token: localStorage.getItem('token'),
    refreshToken: localStorage.getItem('refreshToken'),
    user: readUser(),
    pendingVerificationEmail: localStorage.getItem('pendingVerificationEmail'),
  };
}

function readUser(): User | null {
  try {
    return JSON.parse(localStorage.getItem('user') ?? 'null') as User | null;
  } catch {
    return null;
  }
}

/** The session of this browser, shared between its tabs through local storage. */
export const useSession = create<Session>()(() => ({ ...readStored(), ended: null }));

// Only changes are written, so that a tab never restores what another has just replaced. The token
// comes last: a tab that sees it finds the rest in place.
useSession.subscribe((state, before) => {
  if (state.user !== before.user) write('user', state.user && JSON.stringify(state.user));
  for (const key of ['refreshToken', 'pendingVerificationEmail', 'token'] as const) {
    if (state[key] !== before[key]) write(key, state[key]);
  }
});

function write(key: keyof Stored, value: string | null) {
  if (value === null) localStorage.removeItem(key);
  else if (localStorage.getItem(key) !== value) localStorage.setItem(key, value);
}

/** Loads what another tab may have stored. */
export function reloadSession(): void {
  useSession.setState(readStored());
}

export function startSession(session: { token: string; refreshToken: string; user: User }): void {
  useSession.setState({ ...session, pendingVerificationEmail: null, ended: null });
}

/** Applies a part of the user from a response; the rest stays as it is. */
export function updateUser(changes: Partial<User>): void {
  useSession.setState(({ user }) => ({ user: user && { ...user, ...changes } }));
}

export function endSession(ended: 'signed-out' | 'expired'): void {
  useSession.setState({ token: null, refreshToken: null, user: null, ended });
}

/** Follows sign-ins and sign-outs in other tabs. */
export function followOtherTabs(): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    // The key is null when the whole storage was cleared.
    if (key !== 'token' && key !== null) return;
    const before = useSession.getState().token;
    reloadSession();
    if (before && !useSession.getState().token) useSession.setState({ ended: 'signed-out' });
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
