import { AlarmClock } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { snoozeEnd } from '@/entities/snooze/snooze-times';
import { useLeaveFocus } from '@/lib/use-leave-focus';

type SnoozeNoteProps = {
  keyword: string;
  until: string;
  timeZone: string;
  /** The id of the snooze button, which gets the focus when this note disappears. */
  buttonId: string;
  onWake: () => void;
};

/** Shows until when a keyword's alerts are snoozed, with a button to end that. */
export function SnoozeNote({ keyword, until, timeZone, buttonId, onWake }: SnoozeNoteProps) {
  const note = useLeaveFocus<HTMLParagraphElement>(() => [document.getElementById(buttonId)]);
  return (
    <p
      ref={note}
      className="mt-1.5 flex flex-wrap items-center gap-x-2.5 text-sm font-medium text-info"
    >
      <AlarmClock aria-hidden className="size-4" />
      {`Snoozed until ${snoozeEnd(until, timeZone)}`}
      <Button
        variant="link"
        aria-label={`End snooze: ${keyword}`}
        onClick={onWake}
        className="text-sm"
      >
        {' '}
        End snooze{' '}
      </Button>
    </p>
  );
}
