import { AlarmClock } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { Dropdown, DropdownItem } from '@/components/ui/dropdown';
import { snoozeChoices } from '@/entities/snooze/snooze-times';

type SnoozeMenuProps = {
  /** The id of the button. */
  id: string;
  keyword: string;
  timeZone: string;
  onSnooze: (until: string) => void;
};

/** Snoozes the alerts of a keyword. */
export function SnoozeMenu({ id, keyword, timeZone, onSnooze }: SnoozeMenuProps) {
  return (
    <Dropdown
      trigger={
        <Button id={id} variant="ghost" size="icon" aria-label={`Snooze ${keyword}`} title="Snooze">
          <AlarmClock aria-hidden />
        </Button>
      }
    >
      {snoozeChoices(new Date(), timeZone).map(({ label, until }) => (
        <DropdownItem key={label} onSelect={() => onSnooze(until.toISOString())}>
          {label}
        </DropdownItem>
      ))}
    </Dropdown>
  );
}
