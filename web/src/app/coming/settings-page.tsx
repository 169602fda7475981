import { Settings } from 'lucide-react';

import { ComingPage } from './coming-page';

export default function SettingsPage() {
  return (
    <ComingPage
      title="Settings"
      icon={Settings}
      lead="Settings are not ready yet"
      text="Email frequency, theme and account details will be here. The theme can be switched in the menu already."
    />
  );
}
