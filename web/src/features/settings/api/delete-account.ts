import { useMutation } from '@tanstack/react-query';

import { unwrap } from '@/lib/api-client';

import { accountApi } from './account-calls';

/** Deletes the account with everything in it. */
export const deleteAccount = (password: string) =>
  unwrap(accountApi.POST('/api/users/delete-account', { body: { password } }));

export const useDeleteAccount = () => useMutation({ mutationFn: deleteAccount });
