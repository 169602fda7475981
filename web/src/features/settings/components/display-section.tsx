import type { Theme } from '@/api/types';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { setMatchToasts, useMatchToasts } from '@/lib/match-toasts';

import type { Edits } from '../choices';
import { SettingsSection, SettingSwitch } from './settings-section';

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
  const toastsOn = useMatchToasts((state) => state.on);
  const hint = themes.find(({ value }) => value === theme)?.hint;
  return (
    <SettingsSection id="display">
      <Field label="Theme" hint={hint}>
        <Select
          value={theme}
          options={themes}
          onChange={({ target }) => onEdit({ theme: target.value as Theme })}
        />
      </Field>
      <SettingSwitch
        label="Pop-ups for new matches"
        hint="Shown on screens that do not list matches. The menu counts them either way. Saved in this browser right away."
        checked={toastsOn}
        onCheckedChange={setMatchToasts}
      />
    </SettingsSection>
  );
}
