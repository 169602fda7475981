import { site } from '@/config/site';
import { useSession } from '@/lib/session';

import { ComingNote } from './coming-note';
import { PlanCards } from './plan-cards';
import { UsageTiles } from './usage-tiles';

/** What is real of the subscription: the plan, its use and what the plans hold. */
export default function SubscriptionPage() {
  const plan = useSession((state) => state.user?.subscription.plan ?? 'free');
  return (
    <div className="grid grid-cols-1 gap-6">
      <title>Subscription · Harken</title>
      <header>
        <h1 className="text-3xl">Subscription</h1>
        <p className="mt-1.5 text-ink-soft">
          {site.plansOn ? (
            <>
              You are on the <strong className="font-semibold text-ink capitalize">{plan}</strong>{' '}
              plan.
            </>
          ) : (
            'Everything is included on this server: there are no plans to choose from.'
          )}
        </p>
      </header>
      {site.plansOn && (
        <ComingNote title="Payments are not available on this server yet">
          Your plan stays as it is and nothing is charged. Upgrading, cancelling and invoices will
          be here.
        </ComingNote>
      )}
      <section aria-labelledby="usage-title" className="grid gap-4">
        <h2 id="usage-title" className="text-xl">
          Your usage
        </h2>
        <UsageTiles />
      </section>
      {site.plansOn && (
        <section aria-labelledby="plans-title" className="grid gap-4">
          <h2 id="plans-title" className="text-xl">
            Plans
          </h2>
          <PlanCards current={plan} />
        </section>
      )}
    </div>
  );
}
