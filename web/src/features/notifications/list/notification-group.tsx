import { CheckCheck, ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';

import type { GroupedNotification } from '@/api/types';
import { Age } from '@/components/ui/age';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { IconButton } from '@/components/ui/icon-button';
import { usePlaceLabel } from '@/entities/feed/use-place-label';
import { counted } from '@/lib/number';
import { useLeaveFocus } from '@/lib/use-leave-focus';

import type { ListActions } from '../triage/use-inbox-actions';
import { bySubreddit, NAMED } from './busiest';
import { GroupItems } from './group-items';
import { countLeft, groupKey, type Left, leftBy } from './held-list';
import { placesAfterGroup } from './landmarks';
import { MoreSubreddits } from './more-subreddits';
import type { Tab, View } from './use-inbox-view';

type NotificationGroupProps = {
  group: GroupedNotification;
  tab: Tab;
  view: View;
  left: Left;
  actions: ListActions;
  open: boolean;
  onToggle: () => void;
};

/** The notifications of one keyword. */
export function NotificationGroup(props: NotificationGroupProps) {
  const { group, tab, left, open, onToggle } = props;
  const { _id: keyword, notifications, latestNotification } = group;
  const subreddits = bySubreddit(notifications);
  const named = subreddits.slice(0, NAMED).map(({ subreddit }) => subreddit);
  const labelOf = usePlaceLabel(named);
  const count = countLeft(group, left);
  const id = useId();
  const contentId = `${id}-content`;
  const card = useLeaveFocus<HTMLDivElement>(placesAfterGroup);

  return (
    <Card
      ref={card}
      data-group={groupKey(keyword)}
      data-empty={count === 0 ? '' : undefined}
      className="@container overflow-hidden"
    >
      {/* The button covers all of it but the other buttons, which are above. */}
      <div className="relative flex items-center gap-3 pl-5 transition-colors hover:bg-sunken @max-[13rem]:gap-1 @max-[13rem]:pl-3">
        <ChevronDown
          aria-hidden
          className={`-ml-1 size-5 shrink-0 text-ink-faint transition-transform ${open ? '' : '-rotate-90'}`}
        />
        <div className="min-w-0 flex-1 py-4 pr-2 @max-[13rem]:pr-0">
          <button
            type="button"
            data-group-toggle
            aria-expanded={open}
            aria-controls={contentId}
            aria-labelledby={['name', 'places', 'latest'].map((part) => `${id}-${part}`).join(' ')}
            onClick={onToggle}
            className="flex max-w-full flex-wrap items-center gap-x-2.5 gap-y-1 text-left outline-none after:absolute after:inset-0 after:-outline-offset-2 after:outline-brand focus-visible:after:outline-2"
          >
            <span id={`${id}-name`} className="contents">
              <span
                dir="auto"
                className="min-w-0 text-lg font-semibold @max-[13rem]:text-base"
              >{`"${keyword}"`}</span>{' '}
              <Badge tone={count > 0 ? 'signal' : undefined}>
                {counted(count, 'notification')}
              </Badge>
            </span>
          </button>
          <p className="mt-0.5 text-sm text-ink-faint">
            <span id={`${id}-places`}>{named.map(labelOf).join(', ')}</span>{' '}
            <MoreSubreddits
              keyword={keyword}
              subreddits={subreddits}
              known={notifications.length}
              count={group.count}
            />
            <span id={`${id}-latest`} className="block">
              {'Latest: '}
              <Age time={latestNotification} form="notification" />
            </span>
          </p>
        </div>
        {tab === 'unread' && count > 0 && <ReadGroup {...props} count={count} />}
      </div>
      <div id={contentId} hidden={!open} className="border-t border-line">
        {open && <GroupItems {...props} />}
      </div>
    </Card>
  );
}

/** Marks the whole group as read. Asks first if that cannot be undone. */
function ReadGroup({ group, left, actions, count }: NotificationGroupProps & { count: number }) {
  const [asking, setAsking] = useState(false);
  const { _id: keyword } = group;
  const known = group.notifications.filter(({ _id }) => leftBy(_id, keyword, left) === null);
  const allKnown = known.length === count;
  const read = () => {
    setAsking(false);
    // Reading the whole group would include arrivals that are not shown yet.
    if (allKnown) actions.move(known, 'read');
    else actions.readWhole(keyword, known, count);
  };
  return (
    <>
      <IconButton
        icon={CheckCheck}
        name={`Mark read: all for ${keyword}`}
        words="Mark read"
        onClick={() => (allKnown ? read() : setAsking(true))}
        className="relative mr-3 @max-[13rem]:mr-0"
      />
      <ConfirmDialog
        open={asking}
        onCancel={() => setAsking(false)}
        onConfirm={read}
        question={`Mark ${counted(count, 'notification')} as read?`}
        text={`All notifications for "${keyword}" will be marked as read. This cannot be undone in one step.`}
        confirm="Mark all as read"
      />
    </>
  );
}
