import { Check, Circle } from 'lucide-react';

import type { InsightsRun } from '@/api/types';
import { Spinner } from '@/components/ui/spinner';
import { numberText } from '@/lib/number';

/** The number of keywords listed; the rest of a long list is only counted. */
const MAX_SHOWN = 10;

/** Shows the progress of an analysis, keyword by keyword. */
export function RunProgress({ run: { keywords, done, status } }: { run: InsightsRun }) {
  const total = keywords.length;
  // A window that moves along with the progress.
  const from = Math.max(0, Math.min(done - MAX_SHOWN + 3, total - MAX_SHOWN));
  const shown = keywords.slice(from, from + MAX_SHOWN);
  const text =
    status === 'queued'
      ? 'Waiting to start'
      : `${numberText(done)} of ${numberText(total)} keywords done`;
  return (
    <div className="mt-4">
      <p role="status" className="text-sm font-semibold text-ink-soft">
        {text}
      </p>
      <div
        role="progressbar"
        aria-label="Progress of the analysis"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        aria-valuetext={text}
        className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-line"
      >
        <div
          className="h-full rounded-full bg-brand transition-[width] duration-300"
          style={{ width: `${total > 0 ? (100 * done) / total : 0}%` }}
        />
      </div>
      <ul aria-label="Keywords of the analysis" className="mt-3 grid gap-1 text-sm">
        {shown.map((keyword, at) => (
          <li key={from + at} className="flex items-center gap-2">
            <State at={from + at} done={done} />
            <span className="truncate">{keyword}</span>
          </li>
        ))}
      </ul>
      {total > shown.length && (
        <p className="mt-1 text-sm text-ink-faint">{`${numberText(total)} keywords in all`}</p>
      )}
    </div>
  );
}

function State({ at, done }: { at: number; done: number }) {
  const [Icon, text, className] =
    at < done
      ? [Check, 'Done:', 'text-good']
      : at === done
        ? [Spinner, 'In progress:', 'text-brand-text']
        : [Circle, 'To do:', 'text-ink-faint'];
  return (
    <>
      <Icon aria-hidden className={`size-4 shrink-0 ${className}`} />
      <span className="sr-only">{text}</span>
    </>
  );
}
