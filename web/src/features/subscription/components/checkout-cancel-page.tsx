import { CircleX } from 'lucide-react';
import { Navigate } from 'react-router';

import { ButtonLink } from '@/components/ui/button-link';
import { paths } from '@/config/paths';
import { site } from '@/config/site';
import { useSession } from '@/lib/http/session';

import { Outcome } from './outcome';

/** Shown after leaving the payment page without paying. */
export default function CheckoutCancelPage() {
  const isPro = useSession((state) => state.user?.isPro ?? false);
  // Users who have Pro by now, perhaps from another tab, are not on the Free plan.
  if (isPro) return <Navigate to={paths.subscription} replace />;
  return (
    <Outcome
      title="Payment Cancelled"
      icon={CircleX}
      iconClassName="bg-warn-soft text-warn"
      actions={
        <>
          <ButtonLink to={paths.subscription}>Try Pro Again</ButtonLink>
          <ButtonLink variant="secondary" to={paths.dashboard}>
            Back to Dashboard
          </ButtonLink>
        </>
      }
      note={
        <>
          Did something go wrong? Contact support
          {site.supportEmail && (
            <>
              {' at '}
              <a
                href={`mailto:${site.supportEmail}`}
                className="font-semibold text-brand-text underline-offset-4 hover:underline"
              >
                {site.supportEmail}
              </a>
            </>
          )}
          .
        </>
      }
    >
      <p>Nothing was charged. You are still on the Free plan, with everything as it was.</p>
    </Outcome>
  );
}
