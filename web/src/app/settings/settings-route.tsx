import { PushPanel } from '@/features/push/components/push-panel';
import { SettingsPage } from '@/features/settings/components/settings-page';

export default function SettingsRoute() {
  return <SettingsPage push={<PushPanel />} />;
}
