import { useMutation } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';
import { keepKnownDevice, knownDeviceHeaders } from '@/lib/http/known-device';

import { sessionOf, useStartSession } from '../session-start';

type Credentials = { email: string; password: string };

export const login = (body: Credentials) =>
  unwrap(keepKnownDevice(api.POST('/api/auth/login', { body, headers: knownDeviceHeaders() })));

export function useLogin() {
  const start = useStartSession();
  return useMutation({
    mutationFn: async (credentials: Credentials) => sessionOf(await login(credentials)),
    onSuccess: start,
  });
}
