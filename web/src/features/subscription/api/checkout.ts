import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import type { Period } from '@/entities/plan/plans';
import { api, unwrap } from '@/lib/http/api-client';
import { leaveFor } from '@/lib/page';

import { subscriptionKeys } from './subscription-keys';

const priceIds: Record<Period, string> = { month: 'monthly', year: 'yearly' };

/** Opens the payment page for Pro. */
export function useCheckout() {
  const queryClient = useQueryClient();
  const checkout = useMutation({
    mutationFn: (period: Period) =>
      unwrap(
        api.POST('/api/subscriptions/create-checkout-session', {
          body: { priceId: priceIds[period] },
        }),
      ),
    // Fails at once when offline: the payment page must not open unexpectedly later.
    networkMode: 'always',
    onSuccess: ({ url }) => leaveFor(url),
    // The plan may differ from what this page assumed.
    onError: () => queryClient.invalidateQueries({ queryKey: subscriptionKeys.status }),
  });

  const { reset } = checkout;
  useEffect(() => {
    // On the way back from the payment page, a browser may restore this one as it was left: busy.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) reset();
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, [reset]);
  return checkout;
}
