import { useState } from 'react';

import type { SubscriptionStatus } from '@/api/types';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { showToast } from '@/lib/toasts';

import { useCancelSubscription, useReactivate } from '../api/cancel-subscription';
import { dayText } from '../subscription-texts';
import { CallFailed } from './call-failed';
import { ManageBilling } from './manage-billing';

/** The actions of a Pro user: manage the billing, cancel, and revert a cancellation. */
export function BillingActions({ status: { subscription } }: { status: SubscriptionStatus }) {
  const [asking, setAsking] = useState(false);
  const cancel = useCancelSubscription();
  const reactivate = useReactivate();
  const { cancelAtPeriodEnd, currentPeriodEnd } = subscription;
  // Pro without payments has no invoices and nothing to cancel.
  if (!currentPeriodEnd) return null;

  const confirm = () => {
    reactivate.reset();
    cancel.mutate(undefined, {
      onSuccess: () =>
        showToast({
          type: 'success',
          title: 'Your subscription has been cancelled',
          text: `You keep Pro until ${dayText(currentPeriodEnd)}.`,
        }),
      onSettled: () => setAsking(false),
    });
  };
  const takeBack = () => {
    cancel.reset();
    reactivate.mutate(undefined, {
      onSuccess: () => {
        showToast({
          type: 'success',
          title: 'Your subscription continues',
          text: `It renews on ${dayText(currentPeriodEnd)}.`,
        });
        // The button that had the focus is gone.
        document.getElementById('content')?.focus();
      },
    });
  };

  return (
    <>
      <CallFailed title="Your subscription was not cancelled" error={cancel.error} />
      <CallFailed title="Your subscription was not reactivated" error={reactivate.error} />
      <ManageBilling>
        {cancelAtPeriodEnd ? (
          <Button key="reactivate" busy={reactivate.isPending} onClick={takeBack}>
            {reactivate.isPending ? 'Reactivating...' : 'Reactivate'}
          </Button>
        ) : (
          <Button key="cancel" variant="secondary" onClick={() => setAsking(true)}>
            Cancel subscription
          </Button>
        )}
      </ManageBilling>
      <ConfirmDialog
        open={asking}
        onCancel={() => setAsking(false)}
        onConfirm={confirm}
        question="Cancel your subscription?"
        text="Are you sure you want to cancel your subscription? You'll lose access to Pro features at the end of your current billing period."
        confirm="Cancel subscription"
        dismiss="Keep Pro"
        busy={cancel.isPending}
      />
    </>
  );
}
