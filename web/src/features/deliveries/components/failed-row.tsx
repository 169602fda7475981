import type { Delivery } from '@/api/types';
import { Button } from '@/components/ui/button';
import { decodeEntities } from '@/lib/html-entities';
import { relativeTime } from '@/lib/relative-time';
import { useLeaveFocus } from '@/lib/use-leave-focus';

import { isOfDeleted, reasonText, wayText } from '../delivery-texts';

type FailedRowProps = { delivery: Delivery; sending: boolean; onSend: () => void };

export function FailedRow({ delivery, sending, onSend }: FailedRowProps) {
  const subject = decodeEntities(delivery.subject);
  const row = useLeaveFocus<HTMLLIElement>((leaving) => [
    (leaving.nextElementSibling ?? leaving.previousElementSibling)?.querySelector('button'),
    leaving.closest('[role=dialog]'),
  ]);
  return (
    <li ref={row} className="flex items-start justify-between gap-4 px-6 py-3.5">
      <div className="min-w-0">
        <p className="font-semibold break-words">{subject}</p>
        <p className="text-sm text-ink-faint">
          {`${wayText(delivery)} • ${relativeTime(delivery.createdAt)}`}
        </p>
        <p className="text-sm break-words text-bad">{reasonText(delivery)}</p>
      </div>
      {!isOfDeleted(delivery) && (
        <Button
          variant="secondary"
          size="sm"
          busy={sending}
          aria-label={`Send again: ${subject}`}
          onClick={onSend}
        >
          Send again
        </Button>
      )}
    </li>
  );
}
