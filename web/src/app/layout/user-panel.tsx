import { LogOut } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { logout } from '@/features/auth/api/logout';
import { useSession } from '@/lib/http/session';

export function UserPanel() {
  const user = useSession((state) => state.user);
  if (!user) return null;
  const name = `${user.firstName} ${user.lastName}`;
  const initials = `${user.firstName.charAt(0)}${user.lastName.charAt(0)}`.toUpperCase();
  return (
    <div className="rounded-card border border-line bg-surface p-3">
      <div className="flex items-center gap-3">
        <span
          aria-hidden
          dir="auto"
          className="grid size-10 shrink-0 place-items-center rounded-full bg-brand-soft text-sm font-bold text-brand-text"
        >
          {initials}
        </span>
        <div className="min-w-0">
          <p dir="auto" className="truncate font-semibold">
            {name}
          </p>
          <p className="truncate text-sm text-ink-faint" title={user.email}>
            {user.email}
          </p>
        </div>
      </div>
      <Button variant="ghost" size="sm" onClick={logout} className="mt-2 w-full">
        <LogOut aria-hidden />
        Sign out
      </Button>
    </div>
  );
}
