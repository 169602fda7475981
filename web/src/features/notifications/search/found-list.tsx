import type { Notification } from '@/api/types';
import { Card } from '@/components/ui/card';
import { usePlaceLabel } from '@/entities/feed/use-place-label';

import { NotificationItem } from '../list/notification-item';
import { useInboxActions } from '../triage/use-inbox-actions';

const states = { unread: 'Unread', read: 'Read', archived: 'Archived' };

const placeOf = ({ matchedKeyword, status }: Notification) =>
  `“${matchedKeyword}” • ${states[status]}`;

type FoundListProps = { label: string; notifications: readonly Notification[] };

/** Lists notifications of any keyword and state. */
export function FoundList({ label, notifications }: FoundListProps) {
  usePlaceLabel(notifications.map(({ redditPost }) => redditPost.subreddit));
  // Nothing to do after an undo: the list shows moves as it is.
  const actions = useInboxActions(() => undefined);
  return (
    <Card>
      <ul aria-label={label} className="divide-y divide-line">
        {notifications.map((notification) => (
          <li key={notification._id} className="@container">
            <NotificationItem
              notification={notification}
              status={notification.status}
              count={1}
              place={placeOf(notification)}
              onMove={(to) => actions.move([notification], to)}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}
