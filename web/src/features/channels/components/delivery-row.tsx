import { ChevronDown, RotateCw } from 'lucide-react';

import type { Delivery } from '@/api/types';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { dateTimeText } from '@/lib/dates';
import { decodeEntities } from '@/lib/html-entities';
import { counted } from '@/lib/number';
import { asSentence } from '@/lib/sentence';
import { showToast } from '@/lib/toasts';

import { useReplayDelivery } from '../api/deliveries';
import { showChannelFailure } from '../channel-failure';
import { AttemptList } from './attempt-list';

const states = {
  pending: { tone: 'signal', label: 'Waiting' },
  sent: { tone: 'good', label: 'Sent' },
  skipped: { tone: 'neutral', label: 'Skipped' },
  dead: { tone: 'bad', label: 'Not delivered' },
} as const;

/** One delivery with all its attempts, and a button to send it again. */
export function DeliveryRow({ delivery }: { delivery: Delivery }) {
  const { _id, status, subject, reason, nextAttemptAt, createdAt, attempts } = delivery;
  const { tone, label } = states[status];
  const title = decodeEntities(subject);
  const replay = useReplayDelivery();
  const again = () =>
    void replay
      .mutateAsync(_id)
      .then(
        () => showToast({ type: 'success', title: 'The message is on its way again' }),
        showChannelFailure('The message could not be sent again'),
      );
  const tries = counted(attempts.length, 'attempt');
  return (
    <li className="grid grid-cols-1 gap-1.5 px-5 py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <Badge tone={tone}>{label}</Badge>
            <span dir="auto" className="min-w-0 font-semibold">
              {title}
            </span>
          </p>
          <p className="mt-1 text-sm text-ink-faint">
            <time dateTime={createdAt}>{dateTimeText(createdAt)}</time>
            {nextAttemptAt &&
              status === 'pending' &&
              ` • Next attempt: ${dateTimeText(nextAttemptAt)}`}
          </p>
          {reason && (
            <p
              className={`mt-1 text-sm break-words ${status === 'dead' ? 'text-bad' : 'text-ink-soft'}`}
            >
              {asSentence(reason)}
            </p>
          )}
        </div>
        {status !== 'pending' && (
          <Button
            variant="ghost"
            size="sm"
            busy={replay.isPending}
            aria-label={`Send again: ${title}`}
            className="max-sm:-ml-3"
            onClick={again}
          >
            {!replay.isPending && <RotateCw aria-hidden />}
            Send again
          </Button>
        )}
      </div>
      {attempts.length > 0 && (
        <details className="group">
          <summary className="inline-flex list-none items-center gap-1 rounded-md text-sm font-semibold text-ink-soft hover:text-ink [&::-webkit-details-marker]:hidden">
            {tries}
            <ChevronDown
              aria-hidden
              className="size-4 text-ink-faint transition-transform group-open:rotate-180"
            />
          </summary>
          <AttemptList attempts={attempts} />
        </details>
      )}
    </li>
  );
}
