import { useMutation } from '@tanstack/react-query';

import type { User } from '@/api/types';
import { api, unwrap } from '@/lib/http/api-client';

import { sessionOf, useStartSession } from '../session-start';

type Registration = {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  /** The token of an invitation. */
  invitation?: string;
};
type Session = { token: string; refreshToken: string; user: User };

/** Registers with the browser's time zone, which decides when digests are sent. */
export const register = (registration: Registration) => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return unwrap(api.POST('/api/auth/register', { body: { ...registration, timeZone } }));
};

/**
 * Registers. Resolves to null if the address has to be verified first, otherwise to a session,
 * which is started.
 */
export function useRegister() {
  const start = useStartSession();
  return useMutation({
    mutationFn: async (registration: Registration) => {
      const answer: Partial<Session> & { requiresVerification: boolean } =
        await register(registration);
      return answer.requiresVerification ? null : sessionOf(answer);
    },
    onSuccess: (session) => {
      if (session) start(session);
    },
  });
}
