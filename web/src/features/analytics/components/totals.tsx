import type { Analytics } from '@/api/types';
import { matchCountText } from '@/entities/watch/match-count';
import { dayBefore } from '@/lib/days';
import { numberText } from '@/lib/number';

import { averageText, changeText, rangeText, shareText } from '../texts';

/** The sums of the range, and their change since the days before. */
export function Totals({ analytics }: { analytics: Analytics }) {
  const { total, previous, previousFrom, from, days } = analytics;
  const change = changeText(total.matches, previous?.matches);
  return (
    <section aria-label="Totals">
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Total name="Matches" value={numberText(total.matches)} note={change} />
        <Total name="Per day" value={averageText(total.matches, days.length)} />
        <Total
          name="Opened"
          value={shareText(total.opened, total.matches)}
          note={numberText(total.opened)}
        />
        <Total
          name="Not relevant"
          value={shareText(total.notRelevant, total.matches)}
          note={numberText(total.notRelevant)}
        />
      </dl>
      {previous && previousFrom && (
        <p className="mt-2 text-sm text-ink-soft">
          {`${matchCountText(previous.matches)} in the period before, ${rangeText(previousFrom, dayBefore(from))}.`}
        </p>
      )}
    </section>
  );
}

function Total({ name, value, note }: { name: string; value: string; note?: string | null }) {
  return (
    <div className="rounded-card border border-line bg-surface px-4 py-3 shadow-card">
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-display text-2xl font-semibold tabular-nums">{value}</span>
        {note && <span className="text-sm text-ink-soft tabular-nums">{note}</span>}
      </dd>
    </div>
  );
}
