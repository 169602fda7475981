import type { AdminUser } from '@/api/types';
import { Age } from '@/components/ui/age';
import { Button } from '@/components/ui/button';
import { dateText } from '@/lib/dates';
import { counted } from '@/lib/number';

import { UserBadges } from './user-badges';

type UserRowProps = { user: AdminUser; onOpen: () => void };

export function UserRow({ user, onOpen }: UserRowProps) {
  const { email, createdAt, keywords, lastSeenAt } = user;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-4">
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-semibold break-words">{email}</span>
          <UserBadges user={user} />
        </p>
        <p className="text-sm text-ink-faint">
          {`Created ${dateText(createdAt)} • ${counted(keywords, 'active keyword')}`}
          {lastSeenAt !== null && (
            <>
              {' • Last seen: '}
              <Age time={lastSeenAt} form="within" />
            </>
          )}
        </p>
      </div>
      <Button variant="ghost" size="sm" aria-label={`Manage ${email}`} onClick={onOpen}>
        Manage
      </Button>
    </li>
  );
}
