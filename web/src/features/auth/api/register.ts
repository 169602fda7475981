import { useMutation } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/api-client';

type Registration = { firstName: string; lastName: string; email: string; password: string };

/** Registers with the browser's time zone, which decides when digests are sent. */
export const register = (registration: Registration) => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return unwrap(api.POST('/api/auth/register', { body: { ...registration, timeZone } }));
};

export const useRegister = () => useMutation({ mutationFn: register });
