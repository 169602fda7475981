import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { Page } from '@/components/ui/page';
import { useIsNewcomer } from '@/entities/notification/newcomer';
import { notificationStatsQuery } from '@/entities/notification/notification-stats';
import { RecentKeywords } from '@/features/keywords/list/recent-keywords';
import { RecentNotificationsCard } from '@/features/notifications/list/recent-notifications-card';
import { PushOffer } from '@/features/push/components/push-offer';
import { SnoozeNotice } from '@/features/settings/components/snooze-notice';
import { StatusCard } from '@/features/status/components/status-card';
import { useSession } from '@/lib/http/session';

import { FirstSteps } from './first-steps/first-steps';
import { InsightsCard } from './insights-card';
import { StatCards } from './stat-cards';
import { UpgradeBanner } from './upgrade-banner';

/** The number of watches that the dashboard requests. */
const WATCHES = 5;

export default function DashboardPage() {
  const user = useSession((state) => state.user);
  const { data: stats } = useQuery(notificationStatsQuery);
  const isNew = useIsNewcomer();
  const hasAlerts = (stats?.total ?? 0) > 0;
  const [beganWithAlerts, setBeganWithAlerts] = useState<boolean>();
  // Decided once, so that nothing changes places when the first match arrives.
  if (beganWithAlerts === undefined && stats) setBeganWithAlerts(hasAlerts);
  const lists = (
    <div key="lists" className="grid grid-cols-1 gap-6 xl:grid-cols-2">
      <RecentNotificationsCard />
      <RecentKeywords fetched={WATCHES} />
    </div>
  );
  const steps = <FirstSteps key="steps" watches={WATCHES} />;
  return (
    <Page
      title={`Welcome back, ${user?.firstName ?? ''}!`}
      documentTitle="Dashboard"
      about="Here is the latest on your keywords."
    >
      <SnoozeNotice />
      <StatusCard />
      {beganWithAlerts ? [lists, steps] : [steps, lists]}
      {user && !user.isPro && <UpgradeBanner />}
      <StatCards watches={WATCHES} />
      <InsightsCard />
      {/* Last, since it appears once the browser has been asked. */}
      {user?.isPro && hasAlerts && !isNew && <PushOffer />}
    </Page>
  );
}
