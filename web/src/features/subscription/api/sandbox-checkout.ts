import { queryOptions, useMutation } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';
import { leaveFor } from '@/lib/page';

import { subscriptionKeys } from './subscription-keys';

const of = (session: string) => ({ params: { path: { session } } });

/** What is to be paid in a checkout of the sandbox. */
export const sandboxCheckoutQuery = (session: string) =>
  queryOptions({
    enabled: session !== '',
    queryKey: subscriptionKeys.sandboxCheckout(session),
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/subscriptions/sandbox/checkout/{session}', { ...of(session), signal })),
  });

/** Ends a checkout as its user says, and goes where that leads. */
export const useEndCheckout = (session: string) =>
  useMutation({
    mutationFn: (outcome: 'pay' | 'decline') =>
      unwrap(
        api.POST('/api/subscriptions/sandbox/checkout/{session}', {
          ...of(session),
          body: { outcome },
        }),
      ),
    networkMode: 'always',
    onSuccess: ({ url }) => leaveFor(url),
  });
