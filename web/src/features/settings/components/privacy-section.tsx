import { useId, useState } from 'react';

import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Switch } from '@/components/ui/switch';

import { useExportData } from '../api/export-data';
import { SettingRow, SettingsSection } from './settings-section';

export function PrivacySection() {
  const id = useId();
  // Tied to nothing that is saved: there are no statistics that it could switch.
  const [analytics, setAnalytics] = useState(true);
  const exporting = useExportData();
  return (
    <SettingsSection id="privacy" text="What is kept about you, and what you can do with it.">
      <SettingRow
        label="Data Collection"
        hint="Your account, your keywords and what they found: Harken cannot work without them."
      >
        <Badge>Required</Badge>
      </SettingRow>
      <SettingRow
        label="Analytics"
        hint="Usage statistics that help to improve Harken. None are collected so far, so this choice is not stored."
        controlId={id}
      >
        <Switch
          id={id}
          aria-describedby={`${id}-hint`}
          checked={analytics}
          onCheckedChange={setAnalytics}
        />
      </SettingRow>
      <SettingRow label="Export my data" hint="All that Harken stores about you, as one JSON file.">
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
