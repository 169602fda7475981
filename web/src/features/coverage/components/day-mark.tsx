import { clsx } from 'clsx';

import type { DayState } from '../day-texts';

// The marks differ in height and pattern, not only in colour.
const marks: Record<DayState, string> = {
  complete: 'h-full bg-brand/65',
  gap: 'h-1/2 bg-[repeating-linear-gradient(135deg,var(--warn)_0_2px,var(--signal-soft)_2px_4px)]',
  unwatched: 'h-0.5 bg-line-strong/50',
  unread: 'h-0.5 bg-line-strong/50',
};

/** The mark of a day or an hour. */
export function DayMark({ state }: { state: DayState }) {
  return <span className={clsx('block w-full rounded-[1px]', marks[state])} />;
}

const legend: { state: DayState; label: string }[] = [
  { state: 'complete', label: 'complete' },
  { state: 'gap', label: 'something may be missing' },
  { state: 'unread', label: 'not read' },
];

/** Explains the marks and the line above them. */
export function DayLegend() {
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line px-5 py-3 text-xs text-ink-faint">
      <p>Each bar is one of the last 30 days (UTC). The line shows how soon 95% of it was read.</p>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {legend.map(({ state, label }) => (
          <li key={state} className="flex items-center gap-1.5">
            <span aria-hidden className="flex h-3 w-2.5 items-end">
              <DayMark state={state} />
            </span>
            {label}
          </li>
        ))}
      </ul>
    </div>
  );
}
