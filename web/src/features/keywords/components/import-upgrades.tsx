import { Sparkles } from 'lucide-react';

import type { ImportLine } from '@/api/types';
import { Button } from '@/components/ui/button';

import { counted } from '../import-outcome';
import type { UpgradeReason } from './limit-dialog';

const offers: { code: string; reason: UpgradeReason; one: string; more: string }[] = [
  {
    code: 'KEYWORD_LIMIT_EXCEEDED',
    reason: 'keyword-limit',
    one: 'does not fit into the free plan',
    more: 'do not fit into the free plan',
  },
  {
    code: 'PLAN_UPGRADE_REQUIRED',
    reason: 'pro-only',
    one: 'needs the Pro plan',
    more: 'need the Pro plan',
  },
];

type ImportUpgradesProps = {
  refused: readonly ImportLine[];
  onUpgrade: (reason: UpgradeReason) => void;
};

/** Offers the plan that would take the lines that this one does not. */
export function ImportUpgrades({ refused, onUpgrade }: ImportUpgradesProps) {
  return offers.map(({ code, reason, one, more }) => {
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
        <Button size="sm" onClick={() => onUpgrade(reason)}>
          Upgrade to Pro
        </Button>
      </div>
    );
  });
}
