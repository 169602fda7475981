import { create } from 'zustand';
import { persist, type PersistStorage } from 'zustand/middleware';

import type { User } from '@/api/types';

/** Why the last session ended, which decides where the router goes. */
type SessionEnd = 'signed-out' | 'expired';

type Session = {
  token: string | null;
  refreshToken: string | null;
  user: User | null;
  pendingVerificationEmail: string | null;
  ended: SessionEnd | null;
};

type Stored = Pick<Session, 'token' | 'refreshToken' | 'user' | 'pendingVerificationEmail'>;

const storedKeys = ['token', 'refreshToken', 'user', 'pendingVerificationEmail'] as const;

/** One local key for each field, instead of one blob: the keys are part of the product's contract. */
const storage: PersistStorage<Stored> = {
  getItem: () => ({
    state: {
      token: localStorage.getItem('token'),
      refreshToken: localStorage.getItem('refreshToken'),
      user: readUser(),
      pendingVerificationEmail: localStorage.getItem('pendingVerificationEmail'),
    },
  }),
  setItem: (_name, { state }) => {
    // The user is written before the token: another tab that sees the token finds the user too.
    write('user', state.user && JSON.stringify(state.user));
    write('refreshToken', state.refreshToken);
    write('pendingVerificationEmail', state.pendingVerificationEmail);
    write('token', state.token);
  },
  removeItem: () => storedKeys.forEach((key) => localStorage.removeItem(key)),
};

function write(key: string, value: string | null) {
  if (value === null) localStorage.removeItem(key);
  else if (localStorage.getItem(key) !== value) localStorage.setItem(key, value);
}

function readUser(): User | null {
  try {
    return JSON.parse(localStorage.getItem('user') ?? 'null') as User | null;
  } catch {
    return null;
  }
}

/** The session of this browser: shared by its tabs through local storage. */
export const useSession = create<Session>()(
  persist<Session, [], [], Stored>(
    () => ({
      token: null,
      refreshToken: null,
      user: null,
      pendingVerificationEmail: null,
      ended: null,
    }),
    {
      name: 'session',
      storage,
      partialize: ({ token, refreshToken, user, pendingVerificationEmail }) => ({
        token,
        refreshToken,
        user,
        pendingVerificationEmail,
      }),
    },
  ),
);

export function startSession(session: { token: string; refreshToken: string; user: User }): void {
  useSession.setState({ ...session, pendingVerificationEmail: null, ended: null });
}

export function endSession(ended: SessionEnd): void {
  useSession.setState({ token: null, refreshToken: null, user: null, ended });
}

/** Keeps this tab in step with the others: a sign-in or sign-out there counts here too. */
export function followOtherTabs(): () => void {
  const onStorage = (event: StorageEvent) => {
    // `key` is null when everything was cleared.
    if (event.key !== null && !storedKeys.some((key) => key === event.key)) return;
    const before = useSession.getState().token;
    void useSession.persist.rehydrate();
    if (before && !useSession.getState().token) useSession.setState({ ended: 'signed-out' });
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
