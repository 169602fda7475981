import { Sparkles } from 'lucide-react';

import type { ImportLine } from '@/api/types';
import { Button } from '@/components/ui/button';
import { counted } from '@/lib/number';
import { showUpgrade, type Wanted } from '@/lib/upgrade';

const offers: { code: string; wanted: Wanted; one: string; more: string }[] = [
  {
    code: 'KEYWORD_LIMIT_EXCEEDED',
    wanted: 'more-keywords',
    one: 'does not fit into the Free plan',
    more: 'do not fit into the Free plan',
  },
  {
    code: 'PLAN_UPGRADE_REQUIRED',
    wanted: 'advanced',
    one: 'needs the Pro plan',
    more: 'need the Pro plan',
  },
];

/** Offers the plan that takes the lines that the current one refuses. */
export function ImportUpgrades({ refused }: { refused: readonly ImportLine[] }) {
  return offers.map(({ code, wanted, one, more }) => {
    const count = refused.filter((line) => line.code === code).length;
    if (count === 0) return null;
    return (
      <div
        key={code}
        className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-signal-soft px-4 py-3 text-sm font-medium text-signal-ink"
      >
        <p className="flex min-w-0 items-center gap-2.5">
          <Sparkles aria-hidden className="size-4.5 shrink-0" />
          {`${counted(count, 'line')} ${count === 1 ? one : more}`}
        </p>
        <Button size="sm" onClick={() => showUpgrade(wanted)}>
          Upgrade to Pro
        </Button>
      </div>
    );
  });
}
