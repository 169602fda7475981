import type { EmailFrequency } from '@/api/types';
import { ButtonLink } from '@/components/ui/button-link';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { paths } from '@/config/paths';
import { site } from '@/config/site';
import { emailFrequencies } from '@/entities/preferences/email-frequencies';

import type { Choices, Edits } from '../choices';
import { zoneLabel } from '../time-zones';
import { BurstField } from './burst-field';
import { QuietHoursFields } from './quiet-hours-fields';
import { SettingRow, SettingsSection, SettingSwitch } from './settings-section';
import { SnoozeRow } from './snooze-row';

type NotificationSectionProps = {
  choices: Choices;
  timeZone: string;
  onEdit: (edits: Edits) => void;
};

export function NotificationSection({ choices, timeZone, onEdit }: NotificationSectionProps) {
  const { emailNotifications, emailFrequency } = choices;
  const hint = emailFrequencies.find(({ value }) => value === emailFrequency)?.hint;
  return (
    <SettingsSection id="notifications" text="How Harken alerts you when a keyword matches.">
      <SettingSwitch
        label="Enable Email Notifications"
        hint={
          site.sendsMail
            ? 'Turns all email about matches on or off. Email about your account is always sent.'
            : 'This server does not send email. Whoever runs it can set up a mail server.'
        }
        checked={emailNotifications}
        disabled={!site.sendsMail && !emailNotifications}
        onCheckedChange={(on) => onEdit({ emailNotifications: on })}
      />
      {emailNotifications && (
        <Field label="Email Frequency" hint={hint?.(zoneLabel(timeZone))}>
          <Select
            value={emailFrequency}
            options={emailFrequencies}
            onChange={({ target }) => onEdit({ emailFrequency: target.value as EmailFrequency })}
          />
        </Field>
      )}
      <QuietHoursFields
        quietHours={choices.quietHours}
        timeZone={timeZone}
        onChange={(quietHours) => onEdit({ quietHours })}
      />
      <BurstField limit={choices.burstLimit} onChange={(burstLimit) => onEdit({ burstLimit })} />
      <SettingSwitch
        label="Set aside what is probably not relevant"
        hint="Harken learns this for each keyword from ten matches that you marked as not relevant and ten that you opened. What is set aside has a list of its own and is in digests; one in thirty is shown anyway. Where this server has a language model, it may be asked about matches of keywords that you described, and their texts are sent to it."
        checked={choices.setsAside}
        onCheckedChange={(setsAside) => onEdit({ setsAside })}
      />
      <SnoozeRow timeZone={timeZone} />
      <SettingRow
        label="Muted"
        hint="Authors, subreddits, threads and words that you do not want alerts about."
      >
        <ButtonLink variant="secondary" size="sm" to={paths.mutes}>
          See what is muted
        </ButtonLink>
      </SettingRow>
    </SettingsSection>
  );
}
