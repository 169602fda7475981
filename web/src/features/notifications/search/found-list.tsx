import { useEffect, useEffectEvent } from 'react';

import type { MatchFilters, Notification } from '@/api/types';
import { Card } from '@/components/ui/card';
import { usePlaceLabel } from '@/entities/feed/use-place-label';
import { headline } from '@/lib/headline';
import { placeLabel } from '@/lib/places';

import { TIMELINE } from '../list/held-list';
import { tabLabels } from '../list/labels';
import { NotificationItem } from '../list/notification-item';
import { SelectCard } from '../triage/select-card';
import { SelectionToolbar } from '../triage/selection-toolbar';
import { useInboxActions } from '../triage/use-inbox-actions';
import { useSelection } from '../triage/use-selection';
import { useTriageKeys } from '../triage/use-triage-keys';

const placeOf = ({ matchedKeyword, status }: Notification) =>
  `“${matchedKeyword}” • ${tabLabels[status]}`;

type FoundListProps = {
  label: string;
  notifications: readonly Notification[];
  /** The search, if it has found more than is listed. */
  more?: MatchFilters;
};

const nothing = () => undefined;

/** Lists notifications of any keyword and state. */
export function FoundList({ label, notifications, more }: FoundListProps) {
  usePlaceLabel(notifications.map(({ redditPost }) => redditPost.subreddit));
  const selection = useSelection();
  // Nothing to do after an undo: the list shows moves as it is.
  const actions = { ...useInboxActions(nothing), selection };
  useTriageKeys({ openGroup: nothing, undoLast: actions.undoLast, selection, closePane: null });
  const cards = useEffectEvent(() =>
    notifications.map((one) => ({ lead: one._id, notifications: [one] })),
  );
  const register = useEffectEvent(() => selection.register(TIMELINE, cards));
  useEffect(() => register(), []);
  const selected = new Set(selection.notifications.map(({ status }) => status));
  return (
    <div className="grid grid-cols-1 gap-3">
      <SelectionToolbar
        tab={selected.size === 1 ? [...selected][0] : undefined}
        actions={actions}
        matching={more && { ...more, removed: false }}
      />
      <Card data-group={TIMELINE} className="overflow-hidden">
        <ul aria-label={label} className="divide-y divide-line">
          {notifications.map((notification) => (
            <li key={notification._id}>
              <SelectCard
                name={
                  headline(notification.redditPost) || placeLabel(notification.redditPost.subreddit)
                }
                selected={selection.has(notification._id)}
                onToggle={(range) => selection.toggle(notification._id, range)}
                onUse={nothing}
              >
                <NotificationItem
                  notification={notification}
                  status={notification.status}
                  count={1}
                  place={placeOf(notification)}
                  onMove={(to) => actions.move([notification], to)}
                />
              </SelectCard>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}
