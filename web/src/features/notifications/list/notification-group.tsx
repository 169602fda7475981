import { CheckCheck, ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';

import type { GroupedNotification } from '@/api/types';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Tooltip } from '@/components/ui/tooltip';
import { counted } from '@/lib/number';
import { placesLabel } from '@/lib/places';
import { relativeTime } from '@/lib/relative-time';
import { useLeaveFocus } from '@/lib/use-leave-focus';

import type { ListActions } from '../triage/use-inbox-actions';
import { bySubreddit, NAMED } from './busiest';
import { GroupItems } from './group-items';
import { countLeft, groupKey, type Left, leftBy } from './held-list';
import { placesAfterGroup } from './landmarks';
import { MoreSubreddits } from './more-subreddits';
import type { Tab } from './use-inbox-view';

type NotificationGroupProps = {
  group: GroupedNotification;
  tab: Tab;
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
  const count = countLeft(group, left);
  const contentId = useId();
  const card = useLeaveFocus<HTMLDivElement>(placesAfterGroup);

  return (
    <Card
      ref={card}
      data-group={groupKey(keyword)}
      data-empty={count === 0 ? '' : undefined}
      className="@container overflow-hidden"
    >
      <div className="flex items-center">
        <button
          type="button"
          data-group-toggle
          aria-expanded={open}
          aria-controls={contentId}
          onClick={onToggle}
          className="flex min-w-0 flex-1 scroll-mt-20 items-center gap-3 py-4 pr-2 pl-5 text-left @max-[13rem]:gap-1 @max-[13rem]:pr-0 @max-[13rem]:pl-3 -outline-offset-2 transition-colors hover:bg-sunken"
        >
          <ChevronDown
            aria-hidden
            className={`-ml-1 size-5 shrink-0 text-ink-faint transition-transform ${open ? '' : '-rotate-90'}`}
          />
          <span className="min-w-0 flex-1">
            <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <span className="min-w-0 text-lg font-semibold break-words @max-[13rem]:text-base">{`"${keyword}"`}</span>
              <Badge tone={count > 0 ? 'signal' : undefined}>
                {counted(count, 'notification')}
              </Badge>
            </span>
            <span className="mt-0.5 block text-sm font-normal text-ink-faint">
              {placesLabel(subreddits.slice(0, NAMED).map(({ subreddit }) => subreddit))}
              <span className="block">{`Latest: ${relativeTime(latestNotification)}`}</span>
            </span>
          </span>
        </button>
        <MoreSubreddits
          keyword={keyword}
          subreddits={subreddits}
          known={notifications.length}
          count={group.count}
        />
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
  const name = `Mark all for ${keyword} as read`;
  return (
    <>
      <Tooltip text="Mark all as read">
        <Button
          variant="ghost"
          size="icon"
          aria-label={name}
          onClick={() => (allKnown ? read() : setAsking(true))}
          className="mr-3 @max-[13rem]:mr-0"
        >
          <CheckCheck aria-hidden />
        </Button>
      </Tooltip>
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
