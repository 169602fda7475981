import { useQuery } from '@tanstack/react-query';
import {
  Archive,
  BellOff,
  FilterX,
  type LucideIcon,
  MailOpen,
  MessageCircleReply,
} from 'lucide-react';
import { Link } from 'react-router';

import type { NotificationStatus } from '@/api/types';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { LoadFailed } from '@/components/ui/load-failed';
import { Spinner } from '@/components/ui/spinner';
import { paths } from '@/config/paths';
import { watchesQuery } from '@/entities/watch/list-watches';
import { errorText, OfflineError } from '@/lib/http/api-error';

import { inboxQuery, type Tab, type View } from './use-inbox-view';

export function ListLoading() {
  return (
    <div
      role="status"
      aria-label="Loading notifications"
      className="grid h-56 place-items-center text-brand"
    >
      <Spinner className="size-7" />
    </div>
  );
}

type ListFailedProps = { error: Error; busy: boolean; onRetry: () => void };

export function ListFailed({ error, busy, onRetry }: ListFailedProps) {
  if (error instanceof OfflineError) {
    return (
      <Card>
        <LoadFailed error={error} what="these notifications" onRetry={onRetry} />
      </Card>
    );
  }
  return (
    <Alert tone="error" title="Error loading notifications" error={error}>
      <p>{errorText(error, 'An unexpected error occurred')}</p>
      <Button variant="secondary" size="sm" busy={busy} onClick={onRetry} className="mt-3">
        Try again
      </Button>
    </Alert>
  );
}

const empty = {
  unread: { icon: BellOff, text: "You're all caught up! No unread notifications." },
  read: { icon: MailOpen, text: 'What you mark as read is kept here for 90 days.' },
  archived: { icon: Archive, text: 'What you archive is kept here for 90 days.' },
  aside: { icon: FilterX, text: 'What is probably not relevant is kept here for 90 days.' },
} satisfies Record<NotificationStatus, { icon: LucideIcon; text: string }>;

/** An empty list of posts that are worth a reply. */
export function NothingToReplyTo({ tab, view }: { tab: Tab; view: View }) {
  const only = view === 'unanswered' ? ' without replies' : '';
  return (
    <Card>
      <EmptyState
        icon={MessageCircleReply}
        title="Nothing to reply to"
        text={`No ${tab} match${only} was posted in the last 48 hours.`}
        outlook="What your keywords match from now on is listed here, with the reasons for a reply."
        action={
          <Button asChild variant="secondary">
            <Link to={inboxQuery({ tab, view: 'timeline' })}>See all, newest first</Link>
          </Button>
        }
      />
    </Card>
  );
}

/** An empty list: its purpose and the next step, which depends on whether there are keywords. */
export function NothingListed({ status }: { status: NotificationStatus }) {
  const { icon, text } = empty[status];
  const keywords = useQuery(watchesQuery({ limit: 1 })).data?.total;
  const next =
    keywords === 0
      ? {
          outlook: 'Matches of your keywords are listed here. You have no keywords yet.',
          to: `${paths.keywords}?add`,
          label: 'Add your first keyword',
        }
      : status === 'unread'
        ? {
            outlook: 'The next match of your keywords will appear here.',
            to: `${paths.notifications}?status=read`,
            label: 'See what you have read',
          }
        : {
            outlook: 'You can find it here again and move it back.',
            to: paths.notifications,
            label: 'Go to unread',
          };
  return (
    <Card>
      <EmptyState
        icon={icon}
        title="No notifications found"
        text={text}
        outlook={next.outlook}
        action={
          <Button asChild variant={keywords === 0 ? 'primary' : 'secondary'}>
            <Link to={next.to}>{next.label}</Link>
          </Button>
        }
      />
    </Card>
  );
}
