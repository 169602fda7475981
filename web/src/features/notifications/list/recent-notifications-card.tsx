import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Bell, ExternalLink } from 'lucide-react';
import { Link } from 'react-router';

import type { Notification } from '@/api/types';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { SectionCard } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { LoadFailed } from '@/components/ui/load-failed';
import { RowSkeletons } from '@/components/ui/skeleton';
import { paths } from '@/config/paths';
import { PlaceName } from '@/entities/feed/place-name';
import { headline } from '@/lib/headline';
import { useLiveState } from '@/lib/live/live-state';
import { numberText } from '@/lib/number';
import { siteLabel } from '@/lib/places';

import { recentNotificationsQuery } from '../api/recent-notifications';
import { useUnreadCount } from '../api/unread-count';

const SHOWN = 3;

/**
 * The dashboard's newest notifications, first those that are unread. Those that arrived while it was open are
 * highlighted.
 */
export function RecentNotificationsCard() {
  const { data, isPending, error, isError, refetch } = useQuery(recentNotificationsQuery);
  const unread = useUnreadCount() ?? 0;
  const listed = data?.toSorted((a, b) => Number(isUnread(b)) - Number(isUnread(a)));
  return (
    <SectionCard
      title="Recent Notifications"
      steady
      action={
        <span className="flex items-center gap-3">
          {/* On phones it would take a second line when it comes. */}
          <span className="max-sm:hidden">
            {unread > 0 && <Badge tone="signal">{`${numberText(unread)} unread`}</Badge>}
          </span>
          <Button asChild variant="link">
            <Link to={paths.notifications}>View all</Link>
          </Button>
        </span>
      }
    >
      {isPending && <RowSkeletons label="Loading notifications" rows={SHOWN} />}
      {isError && (
        <LoadFailed error={error} what="your notifications" onRetry={() => void refetch()} />
      )}
      {listed?.length === 0 && (
        <EmptyState icon={Bell} title="No notifications yet" text="New matches will appear here." />
      )}
      {listed && listed.length > 0 && (
        <ul className="divide-y divide-line">
          {listed.slice(0, SHOWN).map((notification) => (
            <Row key={notification._id} notification={notification} />
          ))}
        </ul>
      )}
    </SectionCard>
  );
}

const isUnread = ({ status }: Notification) => status === 'unread';

function Row({ notification }: { notification: Notification }) {
  const { _id, matchedKeyword, redditPost, gone } = notification;
  const isNew = useLiveState(({ arrivedIds }) => arrivedIds.includes(_id));
  const title = headline(redditPost);
  const unread = isUnread(notification);
  return (
    <li
      className={clsx(
        'flex items-center justify-between gap-4 px-5 py-4 last:rounded-b-card',
        isNew && 'animate-fade bg-signal-soft/60',
      )}
    >
      <div className="min-w-0">
        <p className="flex items-center gap-2">
          {unread && (
            <span className="size-2 shrink-0 rounded-full bg-brand">
              <span className="sr-only">Unread: </span>
            </span>
          )}
          {gone ? (
            <span className="truncate text-ink-faint italic">{`Removed from ${siteLabel(redditPost.subreddit)}`}</span>
          ) : (
            <span dir="auto" className={clsx('truncate', unread && 'font-semibold')}>
              {title}
            </span>
          )}
          {isNew && <Badge tone="signal">New</Badge>}
        </p>
        <p dir="auto" className="truncate text-left text-sm text-ink-faint">
          <PlaceName place={redditPost.subreddit} />
          {` • ${matchedKeyword}`}
        </p>
      </div>
      {!gone && (
        <a
          href={redditPost.url}
          target="_blank"
          rel="noreferrer"
          aria-label={`Open post: ${title}`}
          className="flex size-10 shrink-0 flex-col items-center justify-center rounded-control text-xs text-ink-faint hover:bg-sunken hover:text-brand-text"
        >
          <ExternalLink aria-hidden className="size-4.5" />
          <span className="hidden touch:inline">Open</span>
        </a>
      )}
    </li>
  );
}
