import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';

import { useExportData } from '../api/export-data';
import { SettingRow, SettingsSection } from './settings-section';

export function PrivacySection() {
  const exporting = useExportData();
  return (
    <SettingsSection id="privacy" text="What is kept about you, and what you can do with it.">
      <SettingRow
        label="Data Collection"
        hint="Your account, your keywords and their matches. Harken cannot work without them."
      >
        <Badge>Required</Badge>
      </SettingRow>
      <SettingRow
        label="Analytics"
        hint="Harken collects no usage statistics, so there is nothing to turn off."
      >
        <Badge>None</Badge>
      </SettingRow>
      <SettingRow
        label="Export my data"
        hint="Everything that Harken stores about you, as one JSON file."
      >
        <Button
          variant="secondary"
          size="sm"
          busy={exporting.isPending}
          onClick={() => exporting.mutate()}
        >
          {exporting.isPending ? 'Exporting...' : 'Export'}
        </Button>
      </SettingRow>
    </SettingsSection>
  );
}
