import { PushPanel } from '@/features/push/components/push-panel';
import { SettingsPage as Settings } from '@/features/settings/components/settings-page';

export default function SettingsPage() {
  return <Settings push={<PushPanel />} />;
}
