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

const withAdministration = [...navItems, administration];

/** Returns the pages of the menu; administrators have one more. */
export const useNavItems = (): NavItem[] =>
  useSession((state) => (state.user?.isAdministrator ? withAdministration : navItems));
