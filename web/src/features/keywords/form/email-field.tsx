import type { EmailFrequency } from '@/api/types';
import { Details } from '@/components/ui/details';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { emailFrequencies } from '@/entities/preferences/email-frequencies';

import type { Alerts } from './watch-defaults';

const AS_ACCOUNT = 'account';

type EmailFieldProps = { alerts: Alerts; onChange: (alerts: Alerts) => void };

/** How often this watch sends mail: as the account is set, or at a frequency of its own. */
export function EmailField({ alerts, onChange }: EmailFieldProps) {
  const value = alerts.emailNotification ? alerts.frequency : AS_ACCOUNT;
  const choose = (chosen: string) =>
    onChange(
      chosen === AS_ACCOUNT
        ? { ...alerts, emailNotification: false }
        : { ...alerts, emailNotification: true, frequency: chosen as EmailFrequency },
    );
  return (
    <Details summary="Alerts">
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
    </Details>
  );
}
