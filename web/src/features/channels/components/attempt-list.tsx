import type { DeliveryAttempt } from '@/api/types';
import { exactTimeText } from '@/lib/dates';
import { duration } from '@/lib/duration';

/** The texts of attempt outcomes. */
const outcomes: Record<string, string> = {
  sent: 'delivered',
  retry: 'to be tried again',
  dead: 'given up',
  skipped: 'left out',
};

/** Lists attempts: when each was made, how long it took, and what the receiver answered. */
export function AttemptList({ attempts }: { attempts: readonly DeliveryAttempt[] }) {
  return (
    <ol aria-label="Attempts" className="mt-2 grid gap-2 border-l-2 border-line pl-4">
      {attempts.map(({ number, startedAt, durationMs, outcome, statusCode, detail }) => (
        <li key={`${number} ${startedAt}`} className="text-sm">
          <p className="text-ink-soft">
            <span className="font-semibold text-ink">
              {`${number}. ${statusCode ?? 'No answer'}`}
            </span>
            {` • ${outcomes[outcome] ?? outcome} • `}
            <time dateTime={startedAt}>{exactTimeText(startedAt)}</time>
            {` • ${duration(durationMs)}`}
          </p>
          {detail && (
            <p className="mt-0.5 max-h-32 overflow-y-auto font-mono text-xs break-all whitespace-pre-wrap text-ink-faint">
              {detail}
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}
