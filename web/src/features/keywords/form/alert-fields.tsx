import { useId } from 'react';

import type { EmailFrequency } from '@/api/types';
import { Details } from '@/components/ui/details';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { Switch } from '@/components/ui/switch';
import { emailFrequencies } from '@/entities/preferences/email-frequencies';

import type { Alerts } from './watch-defaults';

const AS_ACCOUNT = 'account';

type AlertFieldsProps = { alerts: Alerts; onChange: (alerts: Alerts) => void };

/** Where this watch's alerts go: by mail as the account is set or at its own frequency, and push. */
export function AlertFields({ alerts, onChange }: AlertFieldsProps) {
  const id = useId();
  const value = alerts.emailNotification ? alerts.frequency : AS_ACCOUNT;
  const choose = (chosen: string) =>
    onChange(
      chosen === AS_ACCOUNT
        ? { ...alerts, emailNotification: false }
        : { ...alerts, emailNotification: true, frequency: chosen as EmailFrequency },
    );
  return (
    <Details summary="Alerts">
      <div className="grid grid-cols-1 gap-4">
        <Field
          label="Email for this keyword"
          hint="No mail is sent while email is switched off in Settings."
        >
          {(control) => (
            <Select {...control} value={value} onChange={({ target }) => choose(target.value)}>
              <option value={AS_ACCOUNT}>As set in Settings</option>
              {emailFrequencies.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <div className="flex items-center justify-between gap-4">
          <div>
            <label htmlFor={id} className="text-sm font-semibold">
              Push for this keyword
            </label>
            <p id={`${id}-hint`} className="text-sm text-ink-faint">
              Goes to the browsers that are switched on in Settings.
            </p>
          </div>
          <Switch
            id={id}
            aria-describedby={`${id}-hint`}
            checked={alerts.browserNotification}
            onCheckedChange={(browserNotification) => onChange({ ...alerts, browserNotification })}
          />
        </div>
      </div>
    </Details>
  );
}
