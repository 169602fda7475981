import type { SubscriptionStatus } from '@/api/types';
import { Alert } from '@/components/ui/alert';
import { freeKeywordLimit } from '@/entities/plan/plans';
import { numberText } from '@/lib/number';

import { dayText } from '../subscription-texts';

/** Warns about a plan that will not continue as it is. */
export function PlanWarning({ subscription }: Pick<SubscriptionStatus, 'subscription'>) {
  const { status, cancelAtPeriodEnd, currentPeriodEnd } = subscription;
  if (cancelAtPeriodEnd) {
    const day = currentPeriodEnd && `, on ${dayText(currentPeriodEnd)}`;
    return (
      <Alert
        tone="warning"
        title={`Your plan will be cancelled at the end of the billing period${day ?? ''}`}
      >
        <p>
          Nothing more will be charged. You keep Pro until then; after that your{' '}
          {numberText(freeKeywordLimit)} oldest keywords stay active, and the others become
          inactive.
        </p>
      </Alert>
    );
  }
  if (status === 'past_due') {
    return (
      <Alert tone="warning" title="Your last payment did not go through">
        <p>
          It will be tried again, and you keep Pro in the meantime. Check in Manage Billing that
          your card is still valid.
        </p>
      </Alert>
    );
  }
  return null;
}
