import type { EmailFrequency } from '@/api/types';
import { Details } from '@/components/ui/details';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { SwitchField } from '@/components/ui/switch-field';
import { emailFrequencies } from '@/entities/preferences/email-frequencies';
import { useSetsAside } from '@/entities/watch/set-aside';
import { useSession } from '@/lib/http/session';

import type { Alerts } from './watch-defaults';
import type { Refusal } from './watch-refusal';

const AS_ACCOUNT = 'account';

/** The server's limit. */
const MAX_DESCRIPTION_CHARS = 200;

type AlertFieldsProps = {
  alerts: Alerts;
  description: string;
  refusal: Refusal;
  onChange: (alerts: Alerts) => void;
  onDescription: (description: string) => void;
};

/** Edits which matches are meant, and where alerts go: by email, at the account's or its frequency, and push. */
export function AlertFields({ alerts, description, refusal, ...on }: AlertFieldsProps) {
  const { onChange, onDescription } = on;
  const setsAside = useSetsAside();
  const isOff = useSession(
    ({ user }) => user?.notificationPreferences.emailNotifications === false,
  );
  const value = alerts.emailNotification ? alerts.frequency : AS_ACCOUNT;
  const choose = (chosen: string) =>
    onChange(
      chosen === AS_ACCOUNT
        ? { ...alerts, emailNotification: false }
        : { ...alerts, emailNotification: true, frequency: chosen as EmailFrequency },
    );
  return (
    <Details summary="Alerts" unfold={refusal.description !== undefined}>
      <div className="grid grid-cols-1 gap-4">
        <Field
          label="Email for this keyword"
          hint={isOff ? 'No email is sent while email is turned off in Settings.' : undefined}
        >
          <Select value={value} onChange={({ target }) => choose(target.value)}>
            <option value={AS_ACCOUNT}>As set in Settings</option>
            {emailFrequencies.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <SwitchField
          label="Push for this keyword"
          hint="Goes to the browsers that are turned on in Settings."
          checked={alerts.browserNotification}
          onChange={(browserNotification) => onChange({ ...alerts, browserNotification })}
        />
        <Field
          label="What do you mean?"
          error={refusal.description}
          hint="Such as “Rust the language, not the game”. Optional."
        >
          <Input
            maxLength={MAX_DESCRIPTION_CHARS}
            value={description}
            onChange={({ target }) => onDescription(target.value)}
          />
        </Field>
        {(setsAside || alerts.showAll) && (
          <SwitchField
            label="Show every match"
            hint="None is set aside as probably not relevant."
            checked={alerts.showAll}
            onChange={(showAll) => onChange({ ...alerts, showAll })}
          />
        )}
      </div>
    </Details>
  );
}
