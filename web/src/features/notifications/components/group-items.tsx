import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { GroupedNotification, Notification, NotificationStatus } from '@/api/types';
import { Button } from '@/components/ui/button';

import { olderNotificationsQuery } from '../api/grouped-notifications';
import type { Move } from '../api/move-notifications';
import { isLeftOut, type LeftOut } from '../left-out';
import { storiesOf } from '../stories';
import { StoryCard } from './story-card';

type GroupItemsProps = {
  group: GroupedNotification;
  status: NotificationStatus;
  leftOut: LeftOut;
  onMove: (move: Move) => void;
};

/** The notifications that an open group brings along, and the older ones once they are asked for. */
export function GroupItems({ group, status, leftOut, onMove }: GroupItemsProps) {
  const [wanted, setWanted] = useState(false);
  const keyword = group._id;
  const older = useInfiniteQuery({
    ...olderNotificationsQuery({ status, keyword }),
    enabled: wanted,
  });
  const brought = new Set(group.notifications.map(({ _id }) => _id));
  // New matches push the pages along, so that they may overlap.
  const rest = older.data?.pages
    .flatMap((page) => page.notifications)
    .filter(({ _id }) => !brought.has(_id) && !isLeftOut(_id, leftOut));
  const shown: Notification[] = [...group.notifications, ...(rest ?? [])];
  const more = wanted ? older.hasNextPage || older.isPending : shown.length < group.count;
  return (
    <>
      <ul className="divide-y divide-line">
        {storiesOf(shown).map((story) => (
          <li key={story.id}>
            <StoryCard
              story={story}
              status={status}
              onMove={(to, ids) => onMove({ keyword, from: status, to, ids })}
            />
          </li>
        ))}
      </ul>
      {more && (
        <div className="border-t border-line p-3 text-center">
          <Button
            variant="ghost"
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
