import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { profileQuery } from '@/features/auth/api/get-profile';
import { api, unwrap } from '@/lib/http/api-client';

/** Query for whether the user has seen that alerts can arrive. */
export const firstStepsQuery = queryOptions({
  queryKey: ['first-steps'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/users/first-steps', { signal })),
});

/** Query for topics of the moment: the same for all users, and some minutes old. */
export const suggestedKeywordsQuery = queryOptions({
  queryKey: ['suggested-keywords'],
  queryFn: async ({ signal }) =>
    (await unwrap(api.GET('/api/items/suggested-keywords', { signal }))).keywords,
});

/** Mails a test to the user's own address now and returns the mail server's answer. */
export function useTestMail() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.POST('/api/users/mail/test')),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: firstStepsQuery.queryKey }),
  });
}

/** Closes the first steps for good, on every device. */
export function useCloseFirstSteps() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.DELETE('/api/users/first-steps')),
    onSuccess: (user) => queryClient.setQueryData(profileQuery.queryKey, user),
  });
}
