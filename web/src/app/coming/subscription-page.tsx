import { CreditCard } from 'lucide-react';

import { ComingPage } from './coming-page';

export default function SubscriptionPage() {
  return (
    <ComingPage
      title="Subscription"
      icon={CreditCard}
      lead="Plans cannot be changed yet"
      text="You are on your current plan with everything it includes. Upgrading and billing will be here."
    />
  );
}
