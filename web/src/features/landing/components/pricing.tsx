import { ButtonLink } from '@/components/ui/button-link';
import { paths } from '@/config/paths';
import { site } from '@/config/site';
import { PlanCard } from '@/entities/plan/plan-card';
import { plans } from '@/entities/plan/plans';

export function Pricing() {
  return (
    <section
      id="pricing"
      tabIndex={-1}
      aria-labelledby="pricing-title"
      className="py-18 focus:outline-none sm:py-26"
    >
      <div className="mx-auto grid w-full max-w-6xl gap-x-12 gap-y-12 px-5 sm:px-8 lg:grid-cols-[17rem_1fr]">
        <header>
          <h2 id="pricing-title" className="text-[min(2rem,11.5vw)] sm:text-[2.75rem]">
            Start free, pay when it pays off
          </h2>
          <p className="mt-4 text-lg text-ink-soft">
            Pro is billed in advance and can be cancelled at any time. New subscribers have a 30-day
            money-back guarantee.
          </p>
        </header>
        <div className="grid gap-6 md:grid-cols-2">
          {plans.map((plan) => (
            <PlanCard key={plan.id} plan={plan}>
              {site.registrationOpen && (
                <ButtonLink
                  variant={plan.id === 'pro' ? 'primary' : 'secondary'}
                  size="lg"
                  to={paths.register}
                  className="w-full"
                >
                  {plan.id === 'pro' ? `Get started with ${plan.name}` : 'Start free'}
                </ButtonLink>
              )}
            </PlanCard>
          ))}
        </div>
      </div>
    </section>
  );
}
