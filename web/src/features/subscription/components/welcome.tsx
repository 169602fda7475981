import { PartyPopper } from 'lucide-react';
import { Link } from 'react-router';

import { Button } from '@/components/ui/button';
import { paths } from '@/config/paths';

import { Outcome } from './outcome';

/** Shown once the payment has been confirmed. */
export function Welcome() {
  return (
    <Outcome
      follows
      title="Welcome to Harken Pro!"
      icon={PartyPopper}
      iconClassName="bg-good-soft text-good"
      actions={
        <>
          <Button asChild>
            <Link to={paths.keywords}>Add Your First Keyword</Link>
          </Button>
          <Button asChild variant="secondary">
            <Link to={paths.dashboard}>Go to Dashboard</Link>
          </Button>
        </>
      }
      note="A confirmation email will follow."
    >
      <p>
        Thank you! Your payment has been confirmed and Pro is on: add as many keywords as you like,
        and filter them as you like.
      </p>
    </Outcome>
  );
}
