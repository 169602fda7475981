import { clsx } from 'clsx';

import type { RequestBudgetUse } from '@/api/types';
import { SectionCard } from '@/components/ui/card';
import { numberText } from '@/lib/number';

import { budgetParts, budgetText, keptText, lateText } from '../budget-parts';

// Distinguished by pattern, not only by colour.
const fills: Record<string, string> = {
  polls: 'bg-brand',
  fills: 'bg-[repeating-linear-gradient(135deg,var(--warn)_0_3px,var(--signal-soft)_3px_6px)]',
  looks: 'bg-info',
  names: 'bg-[repeating-linear-gradient(90deg,var(--line-strong)_0_2px,var(--line)_2px_5px)]',
  people: 'bg-ink',
  free: 'border border-line-strong bg-sunken',
};

/** The use of the requests to the forum, as a bar and in numbers. */
export function BudgetCard({ budget }: { budget: RequestBudgetUse }) {
  const parts = budgetParts(budget);
  const notes = [lateText(budget), keptText(budget)].filter((note) => note !== null);
  return (
    <SectionCard title="Requests to Reddit">
      <div className="@container grid grid-cols-1 gap-4 px-5 py-4">
        <p className="text-sm text-ink-soft">{budgetText(budget)}</p>
        {/* The list says the same in words. */}
        <div aria-hidden className="flex h-4 gap-0.5 overflow-hidden rounded-full">
          {parts.map(
            ({ key, count }) =>
              count > 0 && (
                <div
                  key={key}
                  className={clsx('min-w-1 last:rounded-r-full first:rounded-l-full', fills[key])}
                  style={{ flexGrow: count }}
                />
              ),
          )}
        </div>
        <ul
          aria-label="What requests are used for"
          className="grid grid-cols-1 gap-x-6 gap-y-1.5 text-sm @md:grid-cols-2 @3xl:grid-cols-3"
        >
          {parts.map(({ key, label, count }) => (
            <li key={key} className="flex items-baseline gap-2">
              <span
                aria-hidden
                className={clsx('size-3 shrink-0 self-center rounded-sm', fills[key])}
              />
              <span className="min-w-0 text-ink-soft">{label}</span>
              <span className="ml-auto font-semibold tabular-nums">{numberText(count)}</span>
            </li>
          ))}
        </ul>
        {notes.map((note) => (
          <p key={note} className="text-sm text-ink-soft">
            {note}
          </p>
        ))}
      </div>
    </SectionCard>
  );
}
