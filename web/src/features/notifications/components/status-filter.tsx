import { clsx } from 'clsx';
import { Link } from 'react-router';

import type { NotificationStatus } from '@/api/types';

const labels: Record<NotificationStatus, string> = {
  unread: 'Unread',
  read: 'Read',
  archived: 'Archived',
};
const statuses: NotificationStatus[] = ['unread', 'read', 'archived'];

/** Chooses which notifications are listed; the choice is the page's address. */
export function StatusFilter({ status }: { status: NotificationStatus }) {
  return (
    <nav aria-label="Show" className="flex gap-1 rounded-control border border-line bg-sunken p-1">
      {statuses.map((choice) => (
        <Link
          key={choice}
          to={choice === 'unread' ? '.' : `?status=${choice}`}
          aria-current={choice === status ? 'page' : undefined}
          className={clsx(
            'rounded-lg px-3 py-1.5 text-sm font-semibold transition-colors',
            choice === status
              ? 'bg-surface text-ink shadow-low'
              : 'text-ink-soft hover:bg-line/60 hover:text-ink',
          )}
        >
          {labels[choice]}
        </Link>
      ))}
    </nav>
  );
}
