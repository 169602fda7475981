import { useQuery } from '@tanstack/react-query';
import { BellOff } from 'lucide-react';
import { useRef, useState } from 'react';

import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { Spinner } from '@/components/ui/spinner';
import { errorText } from '@/lib/api-error';

import { groupedNotificationsQuery } from '../api/grouped-notifications';
import { NotificationGroup } from './notification-group';
import { Pager } from './pager';

export default function NotificationsPage() {
  const [wantedPage, setPage] = useState(1);
  const heading = useRef<HTMLHeadingElement>(null);
  const query = useQuery(groupedNotificationsQuery(wantedPage));
  const { data, isPlaceholderData } = query;
  // The last page may have gone with its last notification.
  const lastPage = Math.max(1, data?.pagination.total ?? wantedPage);
  if (!isPlaceholderData && wantedPage > lastPage) setPage(lastPage);
  const page = Math.min(wantedPage, lastPage);

  const turn = (next: number) => {
    setPage(next);
    window.scrollTo({ top: 0 });
    heading.current?.focus();
  };

  return (
    <div className="grid grid-cols-1 gap-6">
      <title>Notifications · Harken</title>
      <header>
        <h1 ref={heading} tabIndex={-1} className="text-3xl outline-none">
          Notifications
        </h1>
        <p className="mt-1.5 min-h-6 text-ink-soft">
          {data &&
            `${data.unreadCount} unread ${data.unreadCount === 1 ? 'notification' : 'notifications'}`}
        </p>
      </header>
      {query.isPending && (
        <div
          role="status"
          aria-label="Loading notifications"
          className="grid h-56 place-items-center text-brand"
        >
          <Spinner className="size-7" />
        </div>
      )}
      {query.isError && !data && (
        <Alert tone="error" title="Error loading notifications">
          <p>{errorText(query.error, 'An unexpected error occurred')}</p>
          <Button
            look="secondary"
            size="sm"
            busy={query.isFetching}
            onClick={() => void query.refetch()}
            className="mt-3"
          >
            Try again
          </Button>
        </Alert>
      )}
      {data?.groupedNotifications.length === 0 && (
        <Card>
          <EmptyState
            icon={BellOff}
            title="No notifications found"
            text="You're all caught up! No unread notifications."
          />
        </Card>
      )}
      {data && data.groupedNotifications.length > 0 && (
        <ul
          aria-label="Notifications by keyword"
          aria-busy={isPlaceholderData}
          className={`grid grid-cols-1 gap-3 ${isPlaceholderData ? 'opacity-60' : ''}`}
        >
          {data.groupedNotifications.map((group) => (
            <li key={group._id}>
              <NotificationGroup group={group} onEmpty={() => heading.current?.focus()} />
            </li>
          ))}
        </ul>
      )}
      {data && <Pager page={page} pagination={data.pagination} onPage={turn} />}
    </div>
  );
}
