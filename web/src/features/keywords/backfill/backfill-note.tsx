import { CircleAlert, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';

import { Spinner } from '@/components/ui/spinner';

import { backfillText } from './backfill';
import type { Backfill } from './use-backfill';

/** Shows the outcome of adding the past matches of a saved watch. */
export function BackfillNote({ backfill }: { backfill: Backfill }) {
  return (
    <div
      role="status"
      className="min-w-0 basis-full self-center text-sm font-medium empty:hidden sm:mr-auto sm:flex-1 sm:basis-0"
    >
      {backfill.status === 'pending' && (
        <Line icon={<Spinner className="size-4.5 text-ink-faint" />}>
          Adding the matches from the last 24 hours...
        </Line>
      )}
      {backfill.status === 'success' && (
        <Line icon={<CircleCheck aria-hidden className="size-4.5 text-good" />}>
          {backfillText(backfill.result)}
        </Line>
      )}
      {backfill.status === 'error' && (
        <Line icon={<CircleAlert aria-hidden className="size-4.5 text-bad" />}>
          <span role="alert">
            {`The keyword is saved, but its matches from the last 24 hours could not be added. ${backfill.reason}`.trim()}
          </span>
        </Line>
      )}
    </div>
  );
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p className="flex items-start gap-2.5 [&>svg]:mt-0.5 [&>svg]:shrink-0">
      {icon}
      {children}
    </p>
  );
}
