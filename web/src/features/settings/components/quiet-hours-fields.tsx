import { useState } from 'react';

import type { QuietHours } from '@/api/types';
import { ButtonLink } from '@/components/ui/button-link';
import { DateInput } from '@/components/ui/date-input';
import { Field } from '@/components/ui/field';

import { zoneLabel } from '../time-zones';
import { SettingSwitch } from './settings-section';

const NIGHT: QuietHours = { from: '22:00', until: '07:00' };

type QuietHoursFieldsProps = {
  quietHours: QuietHours | null;
  timeZone: string;
  onChange: (quietHours: QuietHours | null) => void;
};

/** Edits the hours without alerts. */
export function QuietHoursFields({ quietHours, timeZone, onChange }: QuietHoursFieldsProps) {
  // Restored when quiet hours are switched off and on again.
  const [last, setLast] = useState(quietHours ?? NIGHT);
  const change = (hours: QuietHours) => {
    setLast(hours);
    onChange(hours);
  };
  const same = quietHours !== null && quietHours.from === quietHours.until;
  return (
    <>
      <SettingSwitch
        label="Quiet hours"
        hint="Email, browser and chat alerts wait until quiet hours are over, then arrive together. Webhooks are not affected."
        checked={quietHours !== null}
        onCheckedChange={(on) => onChange(on ? last : null)}
      />
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
            <ButtonLink variant="link" to="#account">
              Change it
            </ButtonLink>
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
      <DateInput
        type="time"
        required
        value={value}
        onChange={({ target }) => {
          // Empty while incomplete. Some browsers add seconds.
          if (target.value) onChange(target.value.slice(0, 5));
        }}
      />
    </Field>
  );
}
