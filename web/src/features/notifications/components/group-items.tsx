import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { GroupedNotification, Notification } from '@/api/types';
import { Button } from '@/components/ui/button';

import { olderNotificationsQuery, pageSizeOf } from '../api/grouped-notifications';
import { type Left, leftBy, readOn } from '../held-list';
import { idsOf, storiesOf } from '../stories';
import type { ListActions } from '../use-inbox-actions';
import type { Tab } from '../use-inbox-view';
import { HeldPlace } from './held-place';
import { StoryCard } from './story-card';

type GroupItemsProps = {
  group: GroupedNotification;
  tab: Tab;
  left: Left;
  actions: ListActions;
};

/** The notifications that an open group brings along, and the older ones once they are asked for. */
export function GroupItems({ group, tab, left, actions }: GroupItemsProps) {
  const [firstPage, setFirstPage] = useState<number | null>(null);
  const keyword = group._id;
  const older = useInfiniteQuery({
    ...olderNotificationsQuery({ tab, keyword, firstPage: firstPage ?? 1 }),
    enabled: firstPage !== null,
  });
  const last = group.notifications.at(-1);
  const brought = new Set(group.notifications.map(({ _id }) => _id));
  // What has arrived since pushes the pages along.
  const isOlder = ({ _id, createdAt }: Notification) =>
    !brought.has(_id) && (!last || createdAt <= last.createdAt);
  const [rest, setRest] = useState<{ at: number; items: Notification[] }>({ at: 0, items: [] });
  if (older.data && older.dataUpdatedAt !== rest.at) {
    const answer = older.data.pages.flatMap((page) => page.notifications);
    setRest({ at: older.dataUpdatedAt, items: readOn(rest.items, answer.filter(isOlder)) });
  }
  const shown = [...group.notifications, ...rest.items];
  const more =
    firstPage !== null ? older.hasNextPage || older.isPending : shown.length < group.count;
  const leftOf = (id: string) => leftBy(id, keyword, left);
  const showOlder = async () => {
    if (firstPage === null) {
      const there = group.notifications.filter(({ _id }) => leftOf(_id) === null).length;
      setFirstPage(Math.floor(there / pageSizeOf(keyword)) + 1);
      return;
    }
    // Once others have left, the next page would skip as many.
    if (left.moves.length > 0) await older.refetch();
    await older.fetchNextPage();
  };
  return (
    <>
      <ul className="divide-y divide-line">
        {storiesOf(shown).map((story) => {
          const ids = idsOf(story);
          const isGone = ids.every((id) => leftOf(id) !== null);
          return (
            <li key={story.id}>
              <HeldPlace
                left={isGone ? leftOf(story.lead._id) : null}
                onUndo={(move) => actions.undoOf(move, ids)}
              >
                <StoryCard story={story} tab={tab} leftOf={leftOf} actions={actions} />
              </HeldPlace>
            </li>
          );
        })}
      </ul>
      {more && (
        <div className="border-t border-line p-3 text-center">
          <Button
            variant="ghost"
            size="sm"
            busy={older.isFetching}
            onClick={() => void showOlder()}
          >
            Show older
          </Button>
        </div>
      )}
    </>
  );
}
