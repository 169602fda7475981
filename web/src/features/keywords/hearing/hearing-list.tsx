import { clsx } from 'clsx';
import { CircleAlert, CircleCheck, CircleMinus } from 'lucide-react';

import { Spinner } from '@/components/ui/spinner';
import { duration } from '@/lib/duration';

import type { Line } from './hearing-steps';

const states = {
  done: { text: 'Done', icon: <CircleCheck aria-hidden className="size-5 text-good" /> },
  waiting: { text: 'Waiting', icon: <Spinner className="size-5 text-ink-faint" /> },
  skipped: {
    text: 'Not sent',
    icon: <CircleMinus aria-hidden className="size-5 text-ink-faint" />,
  },
  failed: { text: 'Failed', icon: <CircleAlert aria-hidden className="size-5 text-bad" /> },
};

/** Lists the steps of a test post, each with the time since the post was created. */
export function HearingList({ lines }: { lines: readonly Line[] }) {
  return (
    <ol aria-label="Steps" className="grid">
      {lines.map(({ label, state, ms, notes }, index) => (
        // A step keeps its position; the steps of channels come last.
        <li key={`${String(index)} ${label}`} className="group flex gap-3">
          <div className="flex flex-col items-center">
            {states[state].icon}
            <span aria-hidden className="my-1 w-px grow bg-line group-last:hidden" />
          </div>
          <div className="min-w-0 grow pb-3.5 group-last:pb-0">
            <div className="flex items-baseline justify-between gap-4">
              <p dir="auto" className="min-w-0 font-semibold">
                {label}
              </p>
              <p
                className={clsx(
                  'shrink-0 text-sm tabular-nums',
                  state === 'failed' ? 'font-semibold text-bad' : 'text-ink-faint',
                )}
              >
                {ms === undefined ? states[state].text : duration(ms)}
              </p>
            </div>
            {notes.map((note) => (
              <p key={note} className="mt-0.5 text-sm wrap-anywhere text-ink-soft">
                {note}
              </p>
            ))}
          </div>
        </li>
      ))}
    </ol>
  );
}
