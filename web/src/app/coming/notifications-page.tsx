import { Bell } from 'lucide-react';

import { ComingPage } from './coming-page';

export default function NotificationsPage() {
  return (
    <ComingPage
      title="Notifications"
      icon={Bell}
      lead="The list is on its way"
      text="All your notifications will be grouped by keyword here."
    />
  );
}
