import { CircleX } from 'lucide-react';
import { Link } from 'react-router';

import { Button } from '@/components/ui/button';
import { paths } from '@/config/paths';
import { site } from '@/config/site';

import { Outcome } from './outcome';

/** The payment page was left without paying. */
export default function CheckoutCancelPage() {
  return (
    <Outcome
      title="Payment Cancelled"
      icon={CircleX}
      look="bg-warn-soft text-warn"
      actions={
        <>
          <Button asChild>
            <Link to={paths.subscription}>Try Pro Again</Link>
          </Button>
          <Button asChild look="secondary">
            <Link to={paths.dashboard}>Back to Dashboard</Link>
          </Button>
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
