import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';

import { sessionsQuery } from './sessions';

type Passwords = { currentPassword: string; newPassword: string };

/** Changes the password, which ends every other session. */
export function useChangePassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Passwords) => unwrap(api.PUT('/api/users/password', { body })),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}
