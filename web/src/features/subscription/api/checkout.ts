import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import type { Period } from '@/entities/plan/plans';
import { api, unwrap } from '@/lib/http/api-client';
import { leaveFor } from '@/lib/page';

import { subscriptionKeys } from './subscription-keys';

const priceIds: Record<Period, string> = { month: 'monthly', year: 'yearly' };

/** Asks for the page where Pro is paid for, and goes there. */
export function useCheckout() {
  const queryClient = useQueryClient();
  const checkout = useMutation({
    mutationFn: (period: Period) =>
      unwrap(
        api.POST('/api/subscriptions/create-checkout-session', {
          body: { priceId: priceIds[period] },
        }),
      ),
    // Whoever is offline is told so now: the payment page must not open out of the blue later.
    networkMode: 'always',
    onSuccess: ({ url }) => leaveFor(url),
    // The plan may be another than this page has thought.
    onError: () => queryClient.invalidateQueries({ queryKey: subscriptionKeys.status }),
  });

  const { reset } = checkout;
  useEffect(() => {
    // Back from the payment page, a browser may show this one as it was left: waiting.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) reset();
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, [reset]);
  return checkout;
}
