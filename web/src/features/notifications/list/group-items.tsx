import { useEffect, useEffectEvent, useMemo } from 'react';

import type { GroupedNotification } from '@/api/types';
import { LongList } from '@/components/ui/long-list';
import { ShowFurther } from '@/components/ui/show-further';
import { usePlaceLabel } from '@/entities/feed/use-place-label';

import type { ListActions } from '../triage/use-inbox-actions';
import { useDensity } from './density';
import { groupKey, type Left, leftBy } from './held-list';
import { HeldPlace } from './held-place';
import { CHUNKS, idOf, idsOf, storiesOf, textOf } from './stories';
import { StoryCard } from './story-card';
import type { Tab, View } from './use-inbox-view';
import { useOlder } from './use-older';

type GroupItemsProps = {
  group: GroupedNotification;
  tab: Tab;
  view: View;
  left: Left;
  actions: ListActions;
};

/** Lists the notifications that come with an open group, and further ones on request. */
export function GroupItems({ group, tab, view, left, actions }: GroupItemsProps) {
  const { _id: keyword, notifications } = group;
  const density = useDensity();
  const older = useOlder(group, tab, view);
  const { items } = older;
  const stories = useMemo(() => storiesOf([...notifications, ...items]), [notifications, items]);
  usePlaceLabel(stories.map(({ lead }) => lead.redditPost.subreddit));
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
      <LongList items={stories} {...CHUNKS[density]} idOf={idOf} textOf={textOf}>
        {(story) => {
          const ids = idsOf(story);
          const isGone = ids.every((id) => leftOf(id) !== null);
          return (
            <HeldPlace
              left={isGone ? leftOf(story.lead._id) : null}
              ids={ids}
              onUndo={() => actions.undoOf(ids)}
            >
              <StoryCard {...{ story, tab, density, leftOf, actions }} />
            </HeldPlace>
          );
        }}
      </LongList>
      {older.hasMore && (
        <ShowFurther
          label={view === 'oldest' ? 'Show newer' : 'Show older'}
          busy={older.isFetching}
          isOnApproach={older.isOnApproach}
          onShow={older.show}
        />
      )}
    </>
  );
}
