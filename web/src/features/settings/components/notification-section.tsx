import { useId } from 'react';
import { Link } from 'react-router';

import type { EmailFrequency } from '@/api/types';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { Switch } from '@/components/ui/switch';
import { paths } from '@/config/paths';
import { site } from '@/config/site';
import { emailFrequencies } from '@/entities/preferences/email-frequencies';

import type { Choices, Edits } from '../choices';
import { zoneLabel } from '../time-zones';
import { BurstField } from './burst-field';
import { QuietHoursFields } from './quiet-hours-fields';
import { SettingRow, SettingsSection } from './settings-section';
import { SnoozeRow } from './snooze-row';

type NotificationSectionProps = {
  choices: Choices;
  timeZone: string;
  onEdit: (edits: Edits) => void;
};

export function NotificationSection({ choices, timeZone, onEdit }: NotificationSectionProps) {
  const id = useId();
  const { emailNotifications, emailFrequency } = choices;
  const hint = emailFrequencies.find(({ value }) => value === emailFrequency)?.hint;
  return (
    <SettingsSection id="notifications" text="How Harken alerts you when a keyword matches.">
      <SettingRow
        label="Enable Email Notifications"
        hint={
          site.sendsMail
            ? 'Turns all email about matches on or off. Email about your account is always sent.'
            : 'This server does not send email. Whoever runs it can set up a mail server.'
        }
        controlId={id}
      >
        <Switch
          id={id}
          aria-describedby={`${id}-hint`}
          checked={emailNotifications}
          disabled={!site.sendsMail && !emailNotifications}
          onCheckedChange={(on) => onEdit({ emailNotifications: on })}
        />
      </SettingRow>
      {emailNotifications && (
        <Field label="Email Frequency" hint={hint?.(zoneLabel(timeZone))}>
          {(control) => (
            <Select
              {...control}
              value={emailFrequency}
              onChange={({ target }) => onEdit({ emailFrequency: target.value as EmailFrequency })}
            >
              {emailFrequencies.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <QuietHoursFields
        quietHours={choices.quietHours}
        timeZone={timeZone}
        onChange={(quietHours) => onEdit({ quietHours })}
      />
      <BurstField limit={choices.burstLimit} onChange={(burstLimit) => onEdit({ burstLimit })} />
      <SnoozeRow timeZone={timeZone} />
      <SettingRow
        label="Muted"
        hint="Authors, subreddits, threads and words that you do not want alerts about."
      >
        <Button asChild variant="secondary" size="sm">
          <Link to={paths.mutes}>See what is muted</Link>
        </Button>
      </SettingRow>
    </SettingsSection>
  );
}
