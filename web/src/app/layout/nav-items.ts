import {
  Bell,
  BookOpenCheck,
  ChartColumn,
  CreditCard,
  LayoutDashboard,
  type LucideIcon,
  Radio,
  Search,
  Settings,
  ShieldCheck,
  Sparkles,
} from 'lucide-react';

import { paths } from '@/config/paths';
import { site } from '@/config/site';
import { useIsNewcomer } from '@/entities/notification/newcomer';
import { useSession } from '@/lib/http/session';

export type NavItem = { label: string; to: string; icon: LucideIcon };

const administration: NavItem = {
  label: 'Administration',
  to: paths.administration,
  icon: ShieldCheck,
};

const navItems: NavItem[] = [
  { label: 'Dashboard', to: paths.dashboard, icon: LayoutDashboard },
  { label: 'Keywords', to: paths.keywords, icon: Search },
  { label: 'Notifications', to: paths.notifications, icon: Bell },
  { label: 'Channels', to: paths.channels, icon: Radio },
  { label: 'Coverage', to: paths.coverage, icon: BookOpenCheck },
  { label: 'Analytics', to: paths.analytics, icon: ChartColumn },
  { label: 'AI Insights', to: paths.aiInsights, icon: Sparkles },
  ...(site.plansOn ? [{ label: 'Subscription', to: paths.subscription, icon: CreditCard }] : []),
  { label: 'Settings', to: paths.settings, icon: Settings },
];

/** The pages of the menu that are of no use before there are matches. */
const later: string[] = [paths.channels, paths.coverage, paths.analytics];

/** Returns the pages of the menu; administrators have one more, and new accounts fewer. */
export function useNavItems(): NavItem[] {
  const isAdministrator = useSession((state) => state.user?.isAdministrator ?? false);
  const isNew = useIsNewcomer();
  const shown = isNew ? navItems.filter(({ to }) => !later.includes(to)) : navItems;
  return isAdministrator ? [...shown, administration] : shown;
}
