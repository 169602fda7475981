import { PartyPopper } from 'lucide-react';

import { ButtonLink } from '@/components/ui/button-link';
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
          <ButtonLink to={paths.keywords}>Add Your First Keyword</ButtonLink>
          <ButtonLink variant="secondary" to={paths.dashboard}>
            Go to Dashboard
          </ButtonLink>
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
