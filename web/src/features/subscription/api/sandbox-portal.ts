import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';

import { subscriptionKeys } from './subscription-keys';

const of = (session: string) => ({ params: { path: { session } } });

/** A customer's subscription and invoices in the sandbox. */
export const sandboxPortalQuery = (session: string) =>
  queryOptions({
    enabled: session !== '',
    queryKey: subscriptionKeys.sandboxPortal(session),
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/subscriptions/sandbox/portal/{session}', { ...of(session), signal })),
  });

export type PortalAction = 'cancel' | 'reactivate' | 'refund';

/** Does what the customer, or support for them, wants. */
export function usePortalAction(session: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (action: PortalAction) =>
      unwrap(
        api.POST('/api/subscriptions/sandbox/portal/{session}', {
          ...of(session),
          body: { action },
        }),
      ),
    networkMode: 'always',
    onSuccess: (portal) =>
      queryClient.setQueryData(subscriptionKeys.sandboxPortal(session), portal),
  });
}
