import { useId } from 'react';

import type { Theme } from '@/api/types';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { Switch } from '@/components/ui/switch';
import { setMatchToasts, useMatchToasts } from '@/lib/match-toasts';

import type { Edits } from '../choices';
import { SettingRow, SettingsSection } from './settings-section';

const themes: { value: Theme; label: string; hint: string }[] = [
  {
    value: 'system',
    label: 'System Default',
    hint: 'Follows the light or dark setting of each device.',
  },
  { value: 'light', label: 'Light', hint: 'Light on every device you sign in on.' },
  { value: 'dark', label: 'Dark', hint: 'Dark on every device you sign in on.' },
];

type DisplaySectionProps = { theme: Theme; onEdit: (edits: Edits) => void };

export function DisplaySection({ theme, onEdit }: DisplaySectionProps) {
  const id = useId();
  const toastsOn = useMatchToasts((state) => state.on);
  const hint = themes.find(({ value }) => value === theme)?.hint;
  return (
    <SettingsSection id="display">
      <Field label="Theme" hint={hint}>
        {(control) => (
          <Select
            {...control}
            value={theme}
            onChange={({ target }) => onEdit({ theme: target.value as Theme })}
          >
            {themes.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <SettingRow
        label="Pop-ups for new matches"
        hint="Shown on screens that do not list matches. The menu counts them either way. Saved in this browser right away."
        controlId={id}
      >
        <Switch
          id={id}
          aria-describedby={`${id}-hint`}
          checked={toastsOn}
          onCheckedChange={setMatchToasts}
        />
      </SettingRow>
    </SettingsSection>
  );
}
