import { useQuery } from '@tanstack/react-query';

import { RecentKeywords } from '@/features/keywords/list/recent-keywords';
import { notificationStatsQuery } from '@/features/notifications/api/notification-stats';
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
  const hasAlerts = (stats?.total ?? 0) > 0;
  return (
    <div className="grid grid-cols-1 gap-6">
      <title>Dashboard · Harken</title>
      <header>
        <h1 className="text-3xl">Welcome back, {user?.firstName}!</h1>
        <p className="mt-1.5 text-ink-soft">Here is the latest on your keywords.</p>
      </header>
      <FirstSteps watches={WATCHES} />
      {user && !user.isPro && <UpgradeBanner />}
      <SnoozeNotice />
      <StatusCard />
      {user?.isPro && hasAlerts && <PushOffer />}
      <StatCards watches={WATCHES} />
      <div className="grid grid-cols-1 gap-6 xl:grid-cols-2">
        <RecentKeywords fetched={WATCHES} />
        <RecentNotificationsCard />
      </div>
      <InsightsCard />
    </div>
  );
}
