import { useId, useState } from 'react';

import type { Density, Notification } from '@/api/types';
import { headline } from '@/lib/headline';
import { numberText } from '@/lib/number';
import { placeLabel } from '@/lib/places';

import type { MadeMove } from '../api/move-notifications';
import { SelectCard } from '../triage/select-card';
import type { ListActions } from '../triage/use-inbox-actions';
import { HeldPlace } from './held-place';
import { NotificationItem } from './notification-item';
import { moreText, type Story } from './stories';
import type { Tab } from './use-inbox-view';

type StoryCardProps = {
  story: Story;
  tab: Tab;
  density: Density;
  /** Returns the move by which one of the notifications left, if it did. */
  leftOf: (id: string) => MadeMove | 'elsewhere' | null;
  actions: ListActions;
};

/** A story as one card, whose actions apply to all of it. Expanded, it shows the others. */
export function StoryCard({ story, tab, density, leftOf, actions }: StoryCardProps) {
  const [open, setOpen] = useState(false);
  const [isUsed, setUsed] = useState(false);
  const isRows = density === 'rows';
  const listId = useId();
  const all = [story.lead, ...story.others];
  const there = all.filter(({ _id }) => leftOf(_id) === null);
  const acted = there.length > 0 ? there : all;
  const lead = acted[0] ?? story.lead;
  const others = story.others.filter((one) => one !== lead);
  const text = moreText({ ...story, lead, others: acted.slice(1) });
  const more = {
    ...{ text, short: `${numberText(acted.length - 1)} more`, open, listId },
    onToggle: () => setOpen(!open),
  };
  const item = (notification: Notification) => ({
    notification,
    status: tab,
    row: isRows ? { isUsed } : undefined,
  });
  const { selection } = actions;
  return (
    <SelectCard
      name={headline(lead.redditPost) || placeLabel(lead.redditPost.subreddit)}
      selected={selection.has(lead._id)}
      onToggle={(range) => selection.toggle(lead._id, range)}
      onUse={() => setUsed(true)}
    >
      <NotificationItem
        key={lead._id}
        {...item(lead)}
        count={acted.length}
        onMove={(to) => actions.move(acted, to)}
        more={acted.length > 1 ? more : undefined}
      />
      {open && others.length > 0 && (
        <ul
          id={listId}
          aria-label={text}
          className="mb-3 ml-5 divide-y divide-line border-l-2 border-line"
        >
          {others.map((notification) => (
            <li key={notification._id}>
              <HeldPlace
                left={there.length > 0 ? leftOf(notification._id) : null}
                ids={[notification._id]}
                onUndo={() => actions.undoOf([notification._id])}
              >
                <NotificationItem
                  {...item(notification)}
                  count={1}
                  onMove={(to) => actions.move([notification], to)}
                />
              </HeldPlace>
            </li>
          ))}
        </ul>
      )}
    </SelectCard>
  );
}
