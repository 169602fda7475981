import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/api-client';
import { startSession } from '@/lib/session';
import { chooseTheme } from '@/lib/theme';

import { profileQuery } from './get-profile';

type Credentials = { email: string; password: string };

export const login = (body: Credentials) => unwrap(api.POST('/api/auth/login', { body }));

/** Signs in: stores the session; the account's theme wins over this device's. */
export function useLogin() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (credentials: Credentials) => {
      const session = await login(credentials);
      // A proxy or an older server may answer without them: say so instead of half signing in.
      if (!session.token || !session.refreshToken) throw new MissingTokensError();
      return session;
    },
    onSuccess: (session) => {
      queryClient.setQueryData(profileQuery.queryKey, session.user);
      chooseTheme(session.user.settings.theme);
      startSession(session);
    },
  });
}

export class MissingTokensError extends Error {
  constructor() {
    super('No authentication tokens received');
  }
}
