import { useState } from 'react';

import type { SandboxPortal } from '@/api/types';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { showToast } from '@/lib/toasts';

import { type PortalAction, usePortalAction } from '../api/sandbox-portal';
import { dayText, proPriceText } from '../subscription-texts';
import { CallFailed } from './call-failed';
import { Facts } from './facts';
import { InvoiceList } from './invoice-list';

const done: Record<PortalAction, string> = {
  cancel: 'The subscription ends with its period',
  reactivate: 'The subscription goes on',
  refund: 'The last payment was refunded',
};

type SandboxSubscriptionProps = { portal: SandboxPortal; session: string };

/** The subscription and its invoices, with what a customer and support can do about them. */
export function SandboxSubscription({ portal, session }: SandboxSubscriptionProps) {
  const { email, interval, isActive, currentPeriodEnd, cancelAtPeriodEnd, invoices } = portal;
  const [asking, setAsking] = useState(false);
  const act = usePortalAction(session);
  const doing = (action: PortalAction) => act.isPending && act.variables === action;
  const start = (action: PortalAction) =>
    act.mutate(action, {
      onSuccess: () => showToast({ type: 'success', title: done[action] }),
      onSettled: () => setAsking(false),
    });
  const change: PortalAction = cancelAtPeriodEnd ? 'reactivate' : 'cancel';
  const canRefund = isActive && invoices[0]?.refunded === false;
  const end = cancelAtPeriodEnd ? 'Ends on' : 'Renews on';

  return (
    <>
      <Facts
        facts={[
          ['Account', email],
          ['Plan', isActive ? `Pro, ${proPriceText(interval)}` : 'Free'],
          ...(isActive ? ([[end, dayText(currentPeriodEnd)]] as const) : []),
        ]}
      />
      <CallFailed title="That did not work" error={act.error} />
      {isActive && (
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" busy={doing(change)} onClick={() => start(change)}>
            {change === 'cancel' ? 'Cancel at the end of the period' : 'Reactivate'}
          </Button>
          {canRefund && (
            <Button variant="secondary" onClick={() => setAsking(true)}>
              Refund the last payment
            </Button>
          )}
        </div>
      )}
      <InvoiceList invoices={invoices} />
      <ConfirmDialog
        open={asking}
        onCancel={() => setAsking(false)}
        onConfirm={() => start('refund')}
        question="Refund the last payment?"
        text="The sandbox approves it at once, as support would after its review. Pro ends immediately, and the account and its data stay."
        confirm="Refund"
        busy={doing('refund')}
      />
    </>
  );
}
