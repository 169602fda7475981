import { CheckCheck, ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';

import type { GroupedNotification, NotificationStatus } from '@/api/types';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Tooltip } from '@/components/ui/tooltip';
import { relativeTime } from '@/lib/relative-time';
import { useLeaveFocus } from '@/lib/use-leave-focus';

import type { Move } from '../api/move-notifications';
import { placesAfterGroup } from '../landmarks';
import { groupKey, type LeftOut } from '../left-out';
import { GroupItems } from './group-items';

type NotificationGroupProps = {
  group: GroupedNotification;
  status: NotificationStatus;
  leftOut: LeftOut;
  open: boolean;
  onToggle: () => void;
  onMove: (move: Move) => void;
};

/** The notifications of one keyword. */
export function NotificationGroup(props: NotificationGroupProps) {
  const { group, status, open, onToggle } = props;
  const { _id: keyword, count, subreddits, latestNotification } = group;
  const contentId = useId();
  const card = useLeaveFocus<HTMLDivElement>(placesAfterGroup);

  return (
    <Card ref={card} data-group={groupKey(keyword)} className="overflow-hidden">
      <div className="flex items-center">
        <button
          type="button"
          data-group-toggle
          aria-expanded={open}
          aria-controls={contentId}
          onClick={onToggle}
          className="flex min-w-0 flex-1 scroll-mt-20 items-center gap-3 py-4 pr-2 pl-5 text-left -outline-offset-2 transition-colors hover:bg-sunken"
        >
          <ChevronDown
            aria-hidden
            className={`-ml-1 size-5 shrink-0 text-ink-faint transition-transform ${open ? '' : '-rotate-90'}`}
          />
          <span className="min-w-0 flex-1">
            <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <span className="min-w-0 text-lg font-semibold break-words">{`"${keyword}"`}</span>
              <Badge tone="signal">
                {`${count} ${count === 1 ? 'notification' : 'notifications'}`}
              </Badge>
            </span>
            <span className="mt-0.5 block text-sm font-normal text-ink-faint">
              {/* A keyword on all subreddits may be found in dozens. */}
              <span className={open ? '' : 'line-clamp-2'}>
                {subreddits.map((name) => `r/${name}`).join(', ')}
              </span>
              <span className="block">{`Latest: ${relativeTime(latestNotification)}`}</span>
            </span>
          </span>
        </button>
        {status === 'unread' && <ReadGroup {...props} />}
      </div>
      <div id={contentId} hidden={!open} className="border-t border-line">
        {open && <GroupItems {...props} />}
      </div>
    </Card>
  );
}

/** Marks the whole group as read; asks first when that could not be undone. */
function ReadGroup({ group, leftOut, onMove }: NotificationGroupProps) {
  const [asking, setAsking] = useState(false);
  const { _id: keyword, count, notifications } = group;
  const ids = notifications.map(({ _id }) => _id);
  const allKnown = ids.length === count;
  const read = () => {
    setAsking(false);
    // One call for all of them would include arrivals that are not shown yet.
    const each = allKnown && leftOut.heldIds.size > 0;
    onMove({ keyword, from: 'unread', to: 'read', ids, whole: each ? undefined : count });
  };
  const name = `Mark all about ${keyword} as read`;
  return (
    <>
      <Tooltip text="Mark all as read">
        <Button
          variant="ghost"
          size="icon"
          aria-label={name}
          onClick={() => (allKnown ? read() : setAsking(true))}
          className="mr-3"
        >
          <CheckCheck aria-hidden />
        </Button>
      </Tooltip>
      <ConfirmDialog
        open={asking}
        onCancel={() => setAsking(false)}
        onConfirm={read}
        question={`Mark ${count} notifications as read?`}
        text={`Everything about "${keyword}" moves to the read ones. So many cannot be moved back at once.`}
        confirm="Mark all as read"
      />
    </>
  );
}
