import { useQueryClient } from '@tanstack/react-query';
import { PartyPopper } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';

import { Button } from '@/components/ui/button';
import { Spinner } from '@/components/ui/spinner';
import { paths } from '@/config/paths';
import { profileQuery } from '@/features/auth/api/get-profile';
import { useSession } from '@/lib/session';

import { Outcome } from './outcome';

/** How long the spinner shows, in ms. */
const PROCESSING_MS = 2_000;

/** The payment page was left after paying. */
export default function CheckoutSuccessPage() {
  const [params] = useSearchParams();
  const paid = params.get('session_id');
  const queryClient = useQueryClient();
  const [processing, setProcessing] = useState(true);

  useEffect(() => {
    const timer = setTimeout(() => setProcessing(false), PROCESSING_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    // The account may be Pro by now.
    if (paid) void queryClient.invalidateQueries({ queryKey: profileQuery.queryKey });
  }, [paid, queryClient]);

  if (!processing) return <Welcome />;
  return (
    <div
      role="status"
      className="grid h-[60dvh] place-content-center justify-items-center gap-4 text-brand"
    >
      <title>Subscription · Harken</title>
      <Spinner className="size-8" />
      <p className="text-ink-soft">Processing your subscription...</p>
    </div>
  );
}

function Welcome() {
  const isPro = useSession((state) => state.user?.isPro ?? false);
  return (
    <Outcome
      title="Welcome to Harken Pro!"
      icon={PartyPopper}
      look="bg-good-soft text-good"
      actions={
        <>
          <Button asChild>
            <Link to={paths.keywords}>Add Your First Keyword</Link>
          </Button>
          <Button asChild look="secondary">
            <Link to={paths.dashboard}>Go to Dashboard</Link>
          </Button>
        </>
      }
      note="A confirmation email will follow."
    >
      <p>Thank you! Watch as many keywords as you like, as strictly as you like.</p>
      {!isPro && <p>Pro switches on by itself once your payment has been confirmed.</p>}
    </Outcome>
  );
}
