import { AlarmClock } from 'lucide-react';

import { Dropdown, DropdownItem } from '@/components/ui/dropdown';
import { IconButton } from '@/components/ui/icon-button';
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
      trigger={<IconButton id={id} icon={AlarmClock} name={`Snooze ${keyword}`} words="Snooze" />}
    >
      {snoozeChoices(timeZone).map(({ label, until }) => (
        <DropdownItem key={label} onSelect={() => onSnooze(until.toISOString())}>
          {label}
        </DropdownItem>
      ))}
    </Dropdown>
  );
}
