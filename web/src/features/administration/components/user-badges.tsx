import type { AdminUser } from '@/api/types';
import { Badge } from '@/components/ui/badge';
import { site } from '@/config/site';

/** Badges for an account's special properties. */
export function UserBadges({ user }: { user: AdminUser }) {
  return (
    <>
      {user.isAdministrator && <Badge tone="brand">Administrator</Badge>}
      {user.suspendedAt !== null && <Badge tone="bad">Suspended</Badge>}
      {!user.isEmailVerified && <Badge>Not verified</Badge>}
      {site.plansOn && user.plan === 'pro' && <Badge tone="good">Pro</Badge>}
    </>
  );
}
