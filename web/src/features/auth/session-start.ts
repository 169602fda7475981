import { useQueryClient } from '@tanstack/react-query';

import type { User } from '@/api/types';
import { ApiError } from '@/lib/http/api-error';
import { startSession } from '@/lib/http/session';
import { chooseTheme } from '@/lib/theme';

import { profileQuery } from './api/get-profile';

type Session = { token: string; refreshToken: string; user: User };

/** Returns the session in `answer`. Throws if a proxy or an older server has left it out. */
export function sessionOf({ token, refreshToken, user }: Partial<Session>): Session {
  if (!token || !refreshToken || !user) {
    throw new ApiError(200, { error: 'No authentication tokens received' });
  }
  return { token, refreshToken, user };
}

/** Returns a function that starts a session; the account's theme replaces this device's. */
export function useStartSession() {
  const queryClient = useQueryClient();
  return (session: Session) => {
    queryClient.setQueryData(profileQuery.queryKey, session.user);
    chooseTheme(session.user.settings.theme);
    startSession(session);
  };
}
