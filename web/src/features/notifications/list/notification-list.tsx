import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';

import type { Notification } from '@/api/types';
import { Pager } from '@/components/ui/pager';
import { useIsNewcomer } from '@/entities/notification/newcomer';
import { useLiveState } from '@/lib/live/live-state';

import { listQuery } from '../api/grouped-notifications';
import type { Move } from '../api/move-notifications';
import { ReadingPane } from '../reading/reading-pane';
import { ReadingPaneContext, usePagePane } from '../reading/reading-pane-state';
import { useInboxActions } from '../triage/use-inbox-actions';
import { useSelection } from '../triage/use-selection';
import { useTriageKeys } from '../triage/use-triage-keys';
import { useDensity } from './density';
import { countLeft, groupKey, leftBy, TIMELINE } from './held-list';
import { ListFailed, ListLoading, NothingListed, NothingToReplyTo } from './list-states';
import { ListToolbar } from './list-toolbar';
import { NewPill } from './new-pill';
import { NotificationGroup } from './notification-group';
import { PostsReady } from './posts-ready';
import { SetAsideNote } from './set-aside-note';
import { Timeline } from './timeline';
import { useGroups } from './use-groups';
import { useHeldList } from './use-held-list';
import { isRanked, type Tab, useInboxAddress, type View } from './use-inbox-view';

type NotificationListProps = { tab: Tab; view: View; page: number };

/** Lists the notifications of one state, which do not move, with all their actions. */
export function NotificationList({ tab, view, page: wantedPage }: NotificationListProps) {
  const navigate = useNavigate();
  const addressOf = useInboxAddress();
  const query = useQuery(listQuery({ tab, view, page: wantedPage }));
  const { data, isPlaceholderData, refetch } = query;
  // The last page may have disappeared with its last notification.
  const lastPage = Math.max(1, data?.pagination.total ?? wantedPage);
  const page = Math.min(wantedPage, lastPage);
  const isPastEnd = !isPlaceholderData && wantedPage > lastPage;
  const turnBack = useEffectEvent(() => void navigate(addressOf({ page }), { replace: true }));
  useEffect(() => {
    if (isPastEnd) turnBack();
  }, [isPastEnd]);

  const { groups, left, newCount, letIn } = useHeldList(query, tab, `${view} ${wantedPage}`);
  const open = useGroups();
  const selection = useSelection();
  const inbox = useInboxActions(({ ids, keywords }: Move) => {
    const isListed = groups?.some(({ notifications }) =>
      notifications.some((n) => n._id === ids[0]),
    );
    if (!isListed) letIn();
    // A story returns as one card, which starts with its newest notification.
    open.show(keywords[0] ?? '', ids[0]);
  });
  const actions = { ...inbox, selection };
  const [opened, setOpened] = useState<Notification | null>(null);
  const pane = usePagePane(setOpened);
  const isRead = ({ _id }: Notification) => _id === pane?.openId;
  // It stays open when it leaves the list, and is found in the list if the page was opened with it.
  const read =
    groups?.flatMap(({ notifications }) => notifications).find(isRead) ??
    (opened && isRead(opened) ? opened : null);
  useTriageKeys({
    ...{ openGroup: open.enter, undoLast: inbox.undoLast, selection },
    closePane: pane && pane.openId !== null ? pane.close : null,
  });
  const density = useDensity();
  const isNew = useIsNewcomer();

  const turn = (next: number) => {
    void navigate(addressOf({ page: next }));
    window.scrollTo({ top: 0 });
    document.querySelector('h1')?.focus({ preventScroll: true });
  };
  const nothingShown = groups?.every((group) => countLeft(group, left) === 0);
  const moreElsewhere = lastPage > 1 || (data?.pagination.total === 1 && groups?.length === 0);

  // With nothing left that could move, new notifications are let in automatically.
  const fill = useEffectEvent(letIn);
  const isMoving = left.moves.some(({ doneAt }) => doneAt === null);
  const wasRead = nothingShown && !isMoving && groups !== undefined && groups.length > 0;
  useEffect(() => {
    if (wasRead) fill();
  }, [wasRead]);
  useEffect(() => {
    if (!nothingShown) return;
    return useLiveState.subscribe((state, before) => {
      if (state.arrivedIds !== before.arrivedIds) fill();
    });
  }, [nothingShown]);
  // One may also have arrived while the list was loading, too late to be in it.
  const isMissing = nothingShown && newCount > 0;
  useEffect(() => {
    if (isMissing) fill();
  }, [isMissing]);

  // Where the oldest come first, what is new comes last.
  const shownNew = nothingShown || view === 'oldest' ? 0 : newCount;
  const showNew = () => {
    letIn();
    turn(1);
  };

  return (
    <div
      data-density={density}
      data-newcomer={isNew || undefined}
      className="group/list grid grid-cols-1 gap-3"
    >
      {isNew ? (
        shownNew > 0 && <NewPill count={shownNew} onShow={showNew} />
      ) : (
        <ListToolbar
          tab={tab}
          view={view}
          actions={actions}
          busy={query.isRefetching}
          onRefresh={letIn}
          newCount={shownNew}
          onShowNew={showNew}
        />
      )}
      {(query.isPending || (nothingShown && moreElsewhere)) && <ListLoading />}
      {query.isError && !data && (
        <ListFailed error={query.error} busy={query.isFetching} onRetry={() => void refetch()} />
      )}
      {tab === 'aside' && <SetAsideNote />}
      {groups && isRanked(view) && (
        <p className="px-1 text-sm text-ink-soft">
          What was posted in the last 48 hours. Recent posts with few replies that rise fast come
          first.
        </p>
      )}
      {nothingShown &&
        !moreElsewhere &&
        (isRanked(view) ? (
          <NothingToReplyTo tab={tab} view={view} />
        ) : (
          <NothingListed status={tab} />
        ))}
      <div
        className={
          pane && groups && !nothingShown
            ? 'grid grid-cols-[minmax(0,5fr)_minmax(0,6fr)] items-start gap-4'
            : undefined
        }
      >
        <ReadingPaneContext value={pane}>
          {groups && !nothingShown && groups[0]?._id === TIMELINE && (
            <PostsReady>
              <Timeline group={groups[0]} tab={tab} view={view} left={left} actions={actions} />
            </PostsReady>
          )}
          {groups && !nothingShown && groups[0]?._id !== TIMELINE && (
            <ul
              aria-label="Notifications by keyword"
              aria-busy={isPlaceholderData}
              className={`grid grid-cols-1 gap-3 ${isPlaceholderData ? 'opacity-60' : ''}`}
            >
              {groups.map((group) => {
                const key = groupKey(group._id);
                return (
                  <li key={key}>
                    <NotificationGroup
                      group={group}
                      tab={tab}
                      view={view}
                      left={left}
                      actions={actions}
                      open={open.isOpen(key)}
                      onToggle={() => open.toggle(key)}
                    />
                  </li>
                );
              })}
            </ul>
          )}
        </ReadingPaneContext>
        {pane && groups && !nothingShown && (
          <ReadingPane
            notification={read}
            tab={tab}
            left={read && leftBy(read._id, read.matchedKeyword, left)}
            actions={actions}
            onClose={pane.close}
          />
        )}
      </div>
      {data && <Pager page={page} pagination={data.pagination} onPage={turn} />}
    </div>
  );
}
