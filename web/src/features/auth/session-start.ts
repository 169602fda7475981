import { useQueryClient } from '@tanstack/react-query';

import type { User } from '@/api/types';
import { formErrorText } from '@/lib/http/api-error';
import { startSession } from '@/lib/http/session';
import { chooseTheme } from '@/lib/theme';

import { profileQuery } from './api/get-profile';

type Session = { token: string; refreshToken: string; user: User };

/** An answer that should hold a session and lacks its tokens. */
export class MissingTokensError extends Error {
  constructor() {
    super('No authentication tokens received');
  }
}

/** The session in `answer`. A proxy or an older server may leave it out: say so, not half sign in. */
export function sessionOf({ token, refreshToken, user }: Partial<Session>): Session {
  if (!token || !refreshToken || !user) throw new MissingTokensError();
  return { token, refreshToken, user };
}

/** Starts a session with its stored user; the account's theme wins over this device's. */
export function useStartSession() {
  const queryClient = useQueryClient();
  return (session: Session) => {
    queryClient.setQueryData(profileQuery.queryKey, session.user);
    chooseTheme(session.user.settings.theme);
    startSession(session);
  };
}

/** What to say of a failed sign-in or registration, or null when a field of the form says it. */
export function signInErrorText(error: Error, fallback: string): string | null {
  return error instanceof MissingTokensError ? error.message : formErrorText(error, fallback);
}
