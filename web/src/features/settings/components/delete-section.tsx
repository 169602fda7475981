import { useState } from 'react';

import { Button } from '@/components/ui/button';

import { DeleteAccountDialog } from './delete-account-dialog';
import { SettingRow, SettingsSection } from './settings-section';

export function DeleteSection() {
  const [asking, setAsking] = useState(false);
  return (
    <SettingsSection id="delete">
      <SettingRow
        label="Delete this account for good"
        hint="Your keywords, your notifications and everything else in it are deleted at once."
      >
        <Button
          variant="secondary"
          size="sm"
          className="text-bad! hover:bg-bad-soft!"
          onClick={() => setAsking(true)}
        >
          Delete account
        </Button>
      </SettingRow>
      {asking && <DeleteAccountDialog onClose={() => setAsking(false)} />}
    </SettingsSection>
  );
}
