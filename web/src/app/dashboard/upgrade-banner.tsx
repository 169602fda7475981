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
      className="relative overflow-hidden rounded-card bg-[#0a4a41] px-5 py-5 text-white sm:px-6"
    >
      <svg
        aria-hidden
        viewBox="0 0 300 120"
        fill="none"
        className="absolute inset-y-0 right-0 h-full opacity-60"
      >
        {[40, 75, 115, 160].map((radius, index) => (
          <circle
            key={radius}
            cx="285"
            cy="20"
            r={radius}
            stroke={index === 0 ? '#f4b740' : '#bfe6da'}
            strokeOpacity={index === 0 ? 0.9 : 0.3}
            strokeWidth="1.5"
          />
        ))}
      </svg>
      <div className="relative flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <div>
          <h2 id="upgrade-title" className="text-lg">
            Upgrade to Pro
          </h2>
          <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm text-white/85">
            {benefits.map((benefit) => (
              <li key={benefit} className="flex items-center gap-1.5">
                <Check aria-hidden className="size-4 text-signal" />
                {benefit}
              </li>
            ))}
          </ul>
        </div>
        <Button
          asChild
          size="sm"
          className="bg-signal! text-[#10201b]! hover:bg-[#ffc85c]! focus-visible:outline-white"
        >
          <Link to={paths.subscription}>Upgrade Now</Link>
        </Button>
      </div>
    </section>
  );
}
