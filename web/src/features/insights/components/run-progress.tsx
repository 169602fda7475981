import { Check, Circle } from 'lucide-react';

import type { InsightsRun } from '@/api/types';
import { Meter } from '@/components/ui/meter';
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
      <Meter
        role="progressbar"
        label="Progress of the analysis"
        text={text}
        value={done}
        max={total}
        color="bg-brand transition-[width] duration-300"
        className="mt-1.5"
      />
      <ul aria-label="Keywords of the analysis" className="mt-3 grid gap-1 text-sm">
        {shown.map((keyword, at) => (
          <li key={from + at} className="flex items-center gap-2">
            <State at={from + at} done={done} />
            <span dir="auto" className="truncate">
              {keyword}
            </span>
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
