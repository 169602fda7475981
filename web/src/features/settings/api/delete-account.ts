import { useMutation } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';

/** Deletes the account and all its data. */
export const useDeleteAccount = () =>
  useMutation({
    mutationFn: (password: string) =>
      unwrap(api.POST('/api/users/delete-account', { body: { password } })),
  });
