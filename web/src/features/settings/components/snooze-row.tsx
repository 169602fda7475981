import { ChevronDown } from 'lucide-react';
import { useEffect, useRef } from 'react';

import { Button } from '@/components/ui/button';
import { Dropdown, DropdownItem } from '@/components/ui/dropdown';
import { snoozeChoices, snoozeEnd } from '@/entities/snooze/snooze-times';

import { useSnoozeAlerts } from '../api/snooze-alerts';
import { useSnoozedUntil } from '../use-snoozed-until';
import { SettingRow } from './settings-section';

const BUTTON = 'snooze-button';

/** Snoozes all alerts for a while, starting now. */
export function SnoozeRow({ timeZone }: { timeZone: string }) {
  const until = useSnoozedUntil();
  const snooze = useSnoozeAlerts();
  const chosen = useRef(false);

  // One button replaces the other, and takes over the focus.
  const { isPending } = snooze;
  useEffect(() => {
    if (isPending || !chosen.current) return;
    chosen.current = false;
    document.getElementById(BUTTON)?.focus();
  }, [until, isPending]);
  const change = (next: string | null) => {
    chosen.current = true;
    snooze.mutate(next);
  };

  return (
    <SettingRow
      label="Snooze all alerts"
      hint={
        until
          ? `Nothing is sent until ${snoozeEnd(until, timeZone)}. Then you get what you missed, together.`
          : 'Nothing is sent for a while. Afterwards you get what you missed, together.'
      }
    >
      {until ? (
        <Button
          id={BUTTON}
          variant="secondary"
          size="sm"
          busy={isPending}
          onClick={() => change(null)}
        >
          End snooze
        </Button>
      ) : (
        <Dropdown
          trigger={
            <Button id={BUTTON} variant="secondary" size="sm" busy={isPending}>
              Snooze
              <ChevronDown aria-hidden />
            </Button>
          }
        >
          {snoozeChoices(timeZone).map(({ label, until }) => (
            <DropdownItem key={label} onSelect={() => change(until.toISOString())}>
              {label}
            </DropdownItem>
          ))}
        </Dropdown>
      )}
    </SettingRow>
  );
}
