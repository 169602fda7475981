import { useMutation } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/api-client';

import { sessionOf, useStartSession } from '../session-start';

type Credentials = { email: string; password: string };

export const login = (body: Credentials) => unwrap(api.POST('/api/auth/login', { body }));

/** Signs in. */
export function useLogin() {
  const start = useStartSession();
  return useMutation({
    mutationFn: async (credentials: Credentials) => sessionOf(await login(credentials)),
    onSuccess: start,
  });
}
