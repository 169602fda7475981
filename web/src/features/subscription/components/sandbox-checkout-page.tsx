import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';

import { Button } from '@/components/ui/button';
import { RowSkeletons } from '@/components/ui/skeleton';
import { paths } from '@/config/paths';
import { withCurrency } from '@/entities/plan/plans';

import { sandboxCheckoutQuery, useEndCheckout } from '../api/sandbox-checkout';
import { CallFailed } from './call-failed';
import { Facts } from './facts';
import { SandboxFrame } from './sandbox-frame';
import { SandboxGone } from './sandbox-gone';

/** Where Pro is paid for in a demo. */
export default function SandboxCheckoutPage() {
  const [params] = useSearchParams();
  const session = params.get('session') ?? '';
  const { data, error, isPending, refetch } = useQuery(sandboxCheckoutQuery(session));
  const end = useEndCheckout(session);
  // The next page takes a moment to come.
  const busy = end.isPending || end.isSuccess;

  return (
    <SandboxFrame title="Pay for Harken Pro">
      {session && isPending && <RowSkeletons label="Loading the checkout" rows={2} />}
      {(!session || (error && !data)) && (
        <SandboxGone error={error} what="the checkout" onRetry={() => void refetch()} />
      )}
      {data && (
        <div className="mt-5 grid gap-6">
          <Facts
            facts={[
              ['Plan', 'Pro'],
              ['To pay now', price(data)],
              ['Renews', data.interval === 'year' ? 'Every year' : 'Every month'],
              ['Account', data.email],
            ]}
          />
          <CallFailed title="The payment did not go through" error={end.error} />
          <div className="grid gap-3">
            <Button
              size="lg"
              busy={busy && end.variables === 'pay'}
              disabled={busy}
              onClick={() => end.mutate('pay')}
            >
              Pay {price(data)}
            </Button>
            <Button
              variant="secondary"
              size="lg"
              busy={busy && end.variables === 'decline'}
              disabled={busy}
              onClick={() => end.mutate('decline')}
            >
              Decline the card
            </Button>
            <Button asChild variant="ghost" size="lg">
              <Link to={paths.subscriptionCancel}>Back</Link>
            </Button>
          </div>
        </div>
      )}
    </SandboxFrame>
  );
}

const price = ({ amount, currency }: { amount: number; currency: string }) =>
  withCurrency({ amountMinor: amount, currency });
