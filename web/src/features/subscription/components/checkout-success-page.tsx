import { useEffect, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';

import { paths } from '@/config/paths';

import { useSubscriptionStatus } from '../use-subscription-status';
import { ConfirmationLate } from './confirmation-late';
import { Processing } from './processing';
import { Welcome } from './welcome';

/** The minimum time that the spinner shows, in ms. */
const PROCESSING_MS = 2_000;
/** The time after which the page calls a confirmation late, in ms. */
const LATE_MS = 15_000;
/** The poll interval for the confirmation, in ms. */
const FOLLOW_MS = 1_500;

/** Shown after paying: waits until the provider has confirmed the payment. */
export default function CheckoutSuccessPage() {
  const [params] = useSearchParams();
  const paid = params.get('session_id');
  const isProcessed = useElapsed(PROCESSING_MS);
  const isLate = useElapsed(LATE_MS);
  const { data, isPending } = useSubscriptionStatus({ followMs: FOLLOW_MS });

  if (!isProcessed) return <Processing />;
  if (data?.isPro) return <Welcome />;
  // Nothing was paid: the user opened the address directly.
  if (!paid && !isPending) return <Navigate to={paths.subscription} replace />;
  return isLate ? <ConfirmationLate /> : <Processing />;
}

/** Returns whether `ms` milliseconds have passed since the page was opened. */
function useElapsed(ms: number): boolean {
  const [elapsed, setElapsed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setElapsed(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return elapsed;
}
