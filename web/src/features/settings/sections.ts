import {
  Bell,
  BellRing,
  CircleUser,
  KeyRound,
  type LucideIcon,
  MonitorSmartphone,
  Palette,
  ShieldCheck,
  SquareTerminal,
  Trash2,
} from 'lucide-react';

/** The sections of the screen, in order. A section's id is its fragment in the address. */
export const sections = {
  notifications: { title: 'Notification Preferences', icon: Bell },
  display: { title: 'Display Settings', icon: Palette },
  push: { title: 'Browser Alerts', icon: BellRing },
  account: { title: 'Account Information', icon: CircleUser },
  password: { title: 'Password', icon: KeyRound },
  sessions: { title: 'Sessions', icon: MonitorSmartphone },
  keys: { title: 'API keys', icon: SquareTerminal },
  privacy: { title: 'Data & Privacy', icon: ShieldCheck },
  delete: { title: 'Delete Account', icon: Trash2 },
} satisfies Record<string, { title: string; icon: LucideIcon }>;

export type SectionId = keyof typeof sections;
