import { Hourglass } from 'lucide-react';

import { ButtonLink } from '@/components/ui/button-link';
import { paths } from '@/config/paths';

import { Outcome } from './outcome';

/** Says that the payment provider has not confirmed the payment yet, while polling continues. */
export function ConfirmationLate() {
  return (
    <Outcome
      follows
      title="Your payment is still being confirmed"
      icon={Hourglass}
      iconClassName="bg-warn-soft text-warn"
      actions={
        <ButtonLink variant="secondary" to={paths.dashboard}>
          Go to Dashboard
        </ButtonLink>
      }
      note="A confirmation email will follow."
    >
      <p>
        The confirmation from the payment provider is late. You do not need to do anything, and
        please do not pay again: Pro turns on as soon as it arrives, whether this page is open or
        not.
      </p>
    </Outcome>
  );
}
