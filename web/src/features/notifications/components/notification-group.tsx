import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useId, useRef, useState } from 'react';

import type { GroupedNotification } from '@/api/types';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { relativeTime } from '@/lib/relative-time';

import { olderNotificationsQuery } from '../api/grouped-notifications';
import { useLeaveFocus } from '../use-leave-focus';
import { NotificationItem } from './notification-item';

type NotificationGroupProps = {
  group: GroupedNotification;
  /** Takes the focus when the whole group has gone. */
  onEmpty: () => void;
};

/** The notifications of one keyword, closed at first. */
export function NotificationGroup({ group, onEmpty }: NotificationGroupProps) {
  const { _id: keyword, count, subreddits, latestNotification } = group;
  const [open, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const contentId = useId();
  const card = useLeaveFocus<HTMLDivElement>(onEmpty);

  return (
    <Card ref={card} className="overflow-hidden">
      <button
        ref={toggle}
        type="button"
        aria-expanded={open}
        aria-controls={contentId}
        onClick={() => setOpen(!open)}
        className="flex w-full items-center gap-4 px-5 py-4 text-left -outline-offset-2 transition-colors hover:bg-sunken"
      >
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <span className="min-w-0 text-lg font-semibold break-words">{`"${keyword}"`}</span>
            <Badge tone="signal">
              {`${count} ${count === 1 ? 'notification' : 'notifications'}`}
            </Badge>
          </span>
          <span className="mt-0.5 block text-sm font-normal text-ink-faint">
            {subreddits.map((name) => `r/${name}`).join(', ')}
            <span className="block sm:inline">
              <span aria-hidden className="hidden sm:inline">
                {' • '}
              </span>
              {`Latest: ${relativeTime(latestNotification)}`}
            </span>
          </span>
        </span>
        <ChevronDown
          aria-hidden
          className={`size-5 shrink-0 text-ink-faint transition-transform ${open ? 'rotate-180' : ''}`}
        />
      </button>
      <div id={contentId} hidden={!open} className="border-t border-line">
        {open && <Items group={group} onGone={() => toggle.current?.focus()} />}
      </div>
    </Card>
  );
}

function Items({ group, onGone }: { group: GroupedNotification; onGone: () => void }) {
  const [wanted, setWanted] = useState(false);
  const older = useInfiniteQuery({ ...olderNotificationsQuery(group._id), enabled: wanted });
  const brought = new Set(group.notifications.map(({ _id }) => _id));
  // New matches push the pages along, so that they may overlap.
  const rest = older.data?.pages
    .flatMap((page) => page.notifications)
    .filter(({ _id }) => !brought.has(_id));
  const shown = [...group.notifications, ...(rest ?? [])];
  const more = wanted ? older.hasNextPage || older.isPending : shown.length < group.count;
  return (
    <>
      <ul className="divide-y divide-line">
        {shown.map((notification) => (
          <li key={notification._id}>
            <NotificationItem notification={notification} onGone={onGone} />
          </li>
        ))}
      </ul>
      {more && (
        <div className="border-t border-line p-3 text-center">
          <Button
            look="ghost"
            size="sm"
            busy={older.isFetching}
            onClick={() => (wanted ? void older.fetchNextPage() : setWanted(true))}
          >
            Show older
          </Button>
        </div>
      )}
    </>
  );
}
