import { useMutation } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';

/** Deletes the account with everything in it. */
export const deleteAccount = (password: string) =>
  unwrap(api.POST('/api/users/delete-account', { body: { password } }));

export const useDeleteAccount = () => useMutation({ mutationFn: deleteAccount });
