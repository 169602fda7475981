import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { profileQuery } from '@/features/auth/api/get-profile';
import { api, unwrap } from '@/lib/http/api-client';

/** Whether the user has seen that alerts can arrive. */
export const firstStepsQuery = queryOptions({
  queryKey: ['first-steps'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/users/first-steps', { signal })),
});

/** What is being talked about now: the same for everybody, and some minutes old. */
export const suggestedKeywordsQuery = queryOptions({
  queryKey: ['suggested-keywords'],
  queryFn: async ({ signal }) =>
    (await unwrap(api.GET('/api/items/suggested-keywords', { signal }))).keywords,
});

/** Really mails a test to the user's own address now; answers what the mail server said. */
export function useTestMail() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.POST('/api/users/mail/test')),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: firstStepsQuery.queryKey }),
  });
}

/** Offers the first steps no more, on any device. */
export function useCloseFirstSteps() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.DELETE('/api/users/first-steps')),
    onSuccess: (user) => queryClient.setQueryData(profileQuery.queryKey, user),
  });
}
