import { RecentKeywords } from '@/features/keywords/components/recent-keywords';
import { RecentNotifications } from '@/features/notifications/components/recent-notifications';
import { useSession } from '@/lib/session';

import { InsightsCard } from './insights-card';
import { StatCards } from './stat-cards';
import { UpgradeBanner } from './upgrade-banner';

/** How many watches the dashboard asks for. */
const WATCHES = 5;

export default function DashboardPage() {
  const user = useSession((state) => state.user);
  return (
    <div className="grid grid-cols-1 gap-6">
      <title>Dashboard · Harken</title>
      <header>
        <h1 className="text-3xl">Welcome back, {user?.firstName}!</h1>
        <p className="mt-1.5 text-ink-soft">Here is what Harken has heard for you.</p>
      </header>
      {user && !user.isPro && <UpgradeBanner />}
      <StatCards watches={WATCHES} />
      <div className="grid grid-cols-1 gap-6 xl:grid-cols-2">
        <RecentKeywords fetched={WATCHES} />
        <RecentNotifications />
      </div>
      <InsightsCard />
    </div>
  );
}
