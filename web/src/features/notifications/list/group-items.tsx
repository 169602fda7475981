import { useEffect, useEffectEvent, useMemo } from 'react';

import type { GroupedNotification } from '@/api/types';

import type { ListActions } from '../triage/use-inbox-actions';
import { groupKey, type Left, leftBy } from './held-list';
import { HeldPlace } from './held-place';
import { ListChunk } from './list-chunk';
import { ShowOlder } from './show-older';
import { chunksOf, idsOf, storiesOf } from './stories';
import { StoryCard } from './story-card';
import type { Tab } from './use-inbox-view';
import { useOlder } from './use-older';

/** The number of stories above which a list renders only what is near the viewport. */
const MAX_RENDERED = 100;

type GroupItemsProps = {
  group: GroupedNotification;
  tab: Tab;
  left: Left;
  actions: ListActions;
};

/** Lists the notifications that come with an open group, and older ones on request. */
export function GroupItems({ group, tab, left, actions }: GroupItemsProps) {
  const { _id: keyword, notifications } = group;
  const older = useOlder(group, tab);
  const { items } = older;
  const stories = useMemo(() => storiesOf([...notifications, ...items]), [notifications, items]);
  const chunks = useMemo(() => chunksOf(stories), [stories]);
  const leftOf = (id: string) => leftBy(id, keyword, left);

  const cards = useEffectEvent(() =>
    stories.flatMap(({ lead, others }) => {
      const there = [lead, ...others].filter(({ _id }) => leftOf(_id) === null);
      return there[0] ? [{ lead: there[0]._id, notifications: there }] : [];
    }),
  );
  const register = useEffectEvent(() => actions.selection.register(groupKey(keyword), cards));
  useEffect(() => register(), []);

  return (
    <>
      <div role="list" className="divide-y divide-line">
        {chunks.map((chunk, at) => (
          <ListChunk key={at} stories={chunk} lazy={stories.length > MAX_RENDERED}>
            {(story) => {
              const ids = idsOf(story);
              const isGone = ids.every((id) => leftOf(id) !== null);
              return (
                <HeldPlace
                  left={isGone ? leftOf(story.lead._id) : null}
                  onUndo={() => actions.undoOf(ids)}
                >
                  <StoryCard story={story} tab={tab} leftOf={leftOf} actions={actions} />
                </HeldPlace>
              );
            }}
          </ListChunk>
        ))}
      </div>
      {older.hasMore && (
        <ShowOlder busy={older.isFetching} isOnApproach={older.isOnApproach} onShow={older.show} />
      )}
    </>
  );
}
