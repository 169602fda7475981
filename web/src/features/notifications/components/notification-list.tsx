import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';

import type { GroupedNotification, NotificationStatus } from '@/api/types';
import { Pager } from '@/components/ui/pager';
import { useLiveState } from '@/lib/live/live-state';

import { groupedNotificationsQuery } from '../api/grouped-notifications';
import { type Move, useMovesFrom } from '../api/move-notifications';
import { groupKey, withoutLeftOut } from '../left-out';
import { useGroups } from '../use-groups';
import { useHeldArrivals } from '../use-held-arrivals';
import { useTriage } from '../use-triage';
import { useTriageKeys } from '../use-triage-keys';
import { ListFailed, ListLoading, NothingListed } from './list-states';
import { NewPill } from './new-pill';
import { NotificationGroup } from './notification-group';

/** The groups of one state, page by page, with all that can be done with them. */
export function NotificationList({ status }: { status: NotificationStatus }) {
  const [wantedPage, setPage] = useState(1);
  const query = useQuery(groupedNotificationsQuery({ status, page: wantedPage }));
  const { data, dataUpdatedAt, isPlaceholderData, refetch } = query;
  // The last page may have gone with its last notification.
  const lastPage = Math.max(1, data?.pagination.total ?? wantedPage);
  if (!isPlaceholderData && wantedPage > lastPage) setPage(lastPage);
  const page = Math.min(wantedPage, lastPage);

  const { heldIds, release } = useHeldArrivals();
  const leftOut = { moves: useMovesFrom(status, dataUpdatedAt), heldIds };
  const shown = data && withoutLeftOut(data.groupedNotifications, dataUpdatedAt, leftOut);

  const groups = useGroups();
  const triage = useTriage({
    // A story comes back as one card, whose first is its newest.
    onBack: ({ keyword, ids, whole = 1 }) => groups.show(keyword, whole === 1 ? ids[0] : undefined),
    holding: heldIds.size > 0,
    fetchedAt: dataUpdatedAt,
  });
  useTriageKeys({ openGroup: groups.enter, undoLast: triage.undoLast });

  const moveOf = (group: GroupedNotification) => (move: Move) => {
    // With nothing of the group left to read here, the rest is fetched, arrivals and all.
    const left = group.notifications.some(({ _id }) => !move.ids.includes(_id));
    if (!left) release();
    triage.move(left ? move : { ...move, quiet: false });
  };
  const turn = (next: number) => {
    setPage(next);
    window.scrollTo({ top: 0 });
    document.querySelector('h1')?.focus({ preventScroll: true });
  };
  const bringIn = () => {
    release();
    // Another page is fetched as it is turned to.
    if (page === 1) void refetch();
    setPage(1);
  };
  const nothingShown = shown?.length === 0;
  const bringInToEmpty = useEffectEvent(bringIn);
  useEffect(() => {
    if (!nothingShown) return;
    return useLiveState.subscribe((state, before) => {
      if (state.arrivedIds !== before.arrivedIds) bringInToEmpty();
    });
  }, [nothingShown]);

  return (
    <>
      {status === 'unread' && heldIds.size > 0 && (
        <NewPill
          count={heldIds.size}
          onShow={() => {
            bringIn();
            turn(1);
          }}
        />
      )}
      {(query.isPending || (nothingShown && lastPage > 1)) && <ListLoading />}
      {query.isError && !data && (
        <ListFailed error={query.error} busy={query.isFetching} onRetry={() => void refetch()} />
      )}
      {nothingShown && lastPage === 1 && heldIds.size === 0 && <NothingListed status={status} />}
      {shown && shown.length > 0 && (
        <ul
          aria-label="Notifications by keyword"
          aria-busy={isPlaceholderData}
          className={`grid grid-cols-1 gap-3 ${isPlaceholderData ? 'opacity-60' : ''}`}
        >
          {shown.map((group) => {
            const key = groupKey(group._id);
            return (
              <li key={key}>
                <NotificationGroup
                  group={group}
                  status={status}
                  leftOut={leftOut}
                  open={groups.isOpen(key)}
                  onToggle={() => groups.toggle(key)}
                  onMove={moveOf(group)}
                />
              </li>
            );
          })}
        </ul>
      )}
      {data && <Pager page={page} pagination={data.pagination} onPage={turn} />}
    </>
  );
}
