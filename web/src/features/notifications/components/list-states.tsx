import { Archive, BellOff, type LucideIcon, MailOpen } from 'lucide-react';

import type { NotificationStatus } from '@/api/types';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { Spinner } from '@/components/ui/spinner';
import { errorText } from '@/lib/http/api-error';

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
  return (
    <Alert tone="error" title="Error loading notifications">
      <p>{errorText(error, 'An unexpected error occurred')}</p>
      <Button variant="secondary" size="sm" busy={busy} onClick={onRetry} className="mt-3">
        Try again
      </Button>
    </Alert>
  );
}

const empty: Record<NotificationStatus, { icon: LucideIcon; text: string }> = {
  unread: { icon: BellOff, text: "You're all caught up! No unread notifications." },
  read: { icon: MailOpen, text: 'What you mark as read is kept here for 90 days.' },
  archived: { icon: Archive, text: 'What you archive is kept here for 90 days.' },
};

export function NothingListed({ status }: { status: NotificationStatus }) {
  const { icon, text } = empty[status];
  return (
    <Card>
      <EmptyState icon={icon} title="No notifications found" text={text} />
    </Card>
  );
}
