import { Alert } from '@/components/ui/alert';
import { Card } from '@/components/ui/card';
import { LoadFailed } from '@/components/ui/load-failed';
import { Page } from '@/components/ui/page';
import { RowSkeletons } from '@/components/ui/skeleton';
import { site } from '@/config/site';

import { useSubscriptionStatus } from '../use-subscription-status';
import { CurrentPlan } from './current-plan';
import { Faq } from './faq';
import { PlanChoice } from './plan-choice';
import { UsageTiles } from './usage-tiles';

/** The plan, its usage, and what can be bought; where there are no plans, only the usage. */
export default function SubscriptionPage() {
  return (
    <Page
      title="Subscription"
      about={
        site.plansOn
          ? 'Your plan, how much of it you use, and what it costs.'
          : 'Everything is included on this server: there are no plans to choose from.'
      }
    >
      {site.plansOn ? <Plan /> : <Usage />}
    </Page>
  );
}

function Plan() {
  const { data: status, isPending, error, refetch } = useSubscriptionStatus();
  // Holds back the content below, which would be pushed down.
  if (isPending) {
    return (
      <Card>
        <RowSkeletons label="Loading your plan" rows={2} />
      </Card>
    );
  }
  return (
    <>
      {status ? (
        <CurrentPlan status={status} />
      ) : (
        <Card>
          <LoadFailed error={error} what="your plan" onRetry={() => void refetch()} />
        </Card>
      )}
      <Usage />
      {status && !status.isPro && status.billing !== 'none' && <PlanChoice />}
      {status?.billing === 'none' && (
        <Alert title="Payments are not available on this server yet">
          <p>Your plan stays as it is, and nothing is charged.</p>
        </Alert>
      )}
      <Faq />
    </>
  );
}

function Usage() {
  return (
    <section aria-labelledby="usage-title" className="grid gap-4">
      <h2 id="usage-title" className="text-xl">
        Your usage
      </h2>
      <UsageTiles />
    </section>
  );
}
