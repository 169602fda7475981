import { Check } from 'lucide-react';
import { Link } from 'react-router';

import { Button } from '@/components/ui/button';
import { paths } from '@/config/paths';

// Lists only what Pro adds: email is part of the Free plan too.
const benefits = ['Unlimited keywords', 'Browser alerts and channels', 'Priority support'];

export function UpgradeBanner() {
  return (
    <section
      aria-labelledby="upgrade-title"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 rounded-card bg-[#0a4a41] py-2 pr-2 pl-4 text-white sm:pl-5"
    >
      <h2 id="upgrade-title" className="text-base">
        Upgrade to Pro
      </h2>
      {/* One line: where the benefits do not fit into it, they are a click away. */}
      <ul className="mr-auto flex gap-x-5 text-sm text-white/85 max-xl:sr-only">
        {benefits.map((benefit) => (
          <li key={benefit} className="flex items-center gap-1.5">
            <Check aria-hidden className="size-4 text-signal" />
            {benefit}
          </li>
        ))}
      </ul>
      <Button
        asChild
        size="sm"
        className="bg-signal! text-[#10201b]! hover:bg-[#ffc85c]! focus-visible:outline-white"
      >
        <Link to={paths.subscription}>Upgrade Now</Link>
      </Button>
    </section>
  );
}
