import { useId, useState } from 'react';
import { Link } from 'react-router';

import type { QuietHours } from '@/api/types';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Switch } from '@/components/ui/switch';

import { zoneLabel } from '../time-zones';
import { SettingRow } from './settings-section';

const NIGHT: QuietHours = { from: '22:00', until: '07:00' };

type QuietHoursFieldsProps = {
  quietHours: QuietHours | null;
  timeZone: string;
  onChange: (quietHours: QuietHours | null) => void;
};

/** Edits the hours without alerts. */
export function QuietHoursFields({ quietHours, timeZone, onChange }: QuietHoursFieldsProps) {
  const id = useId();
  // Restored when quiet hours are switched off and on again.
  const [last, setLast] = useState(quietHours ?? NIGHT);
  const change = (hours: QuietHours) => {
    setLast(hours);
    onChange(hours);
  };
  const same = quietHours !== null && quietHours.from === quietHours.until;
  return (
    <>
      <SettingRow
        label="Quiet hours"
        hint="Email, browser and chat alerts wait until quiet hours are over, then arrive together. Webhooks are not affected."
        controlId={id}
      >
        <Switch
          id={id}
          aria-describedby={`${id}-hint`}
          checked={quietHours !== null}
          onCheckedChange={(on) => onChange(on ? last : null)}
        />
      </SettingRow>
      {quietHours && (
        <div role="group" aria-label="Quiet hours" className="grid gap-2">
          <div className="flex max-w-sm flex-wrap items-start gap-4 *:flex-1 *:basis-28">
            <TimeField
              label="From"
              value={quietHours.from}
              onChange={(from) => change({ ...quietHours, from })}
            />
            <TimeField
              label="Until"
              value={quietHours.until}
              error={same ? 'Choose a different time than the start' : undefined}
              onChange={(until) => change({ ...quietHours, until })}
            />
          </div>
          <p className="text-sm text-ink-faint">
            Times are in your time zone, {zoneLabel(timeZone)}.{' '}
            <Button asChild variant="link">
              <Link to="#account">Change it</Link>
            </Button>
          </p>
        </div>
      )}
    </>
  );
}

type TimeFieldProps = {
  label: string;
  value: string;
  error?: string;
  onChange: (value: string) => void;
};

function TimeField({ label, value, error, onChange }: TimeFieldProps) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <Input
          {...control}
          type="time"
          required
          value={value}
          onChange={({ target }) => {
            // Empty while incomplete. Some browsers add seconds.
            if (target.value) onChange(target.value.slice(0, 5));
          }}
        />
      )}
    </Field>
  );
}
