import { useId, useState } from 'react';

import type { NotificationStatus } from '@/api/types';

import type { Target } from '../api/move-calls';
import { idsOf, moreText, type Story } from '../stories';
import { NotificationItem } from './notification-item';

type StoryCardProps = {
  story: Story;
  status: NotificationStatus;
  onMove: (to: Target, ids: readonly string[]) => void;
};

/** A story as one card: what is done with it is done with all of it. Unfolded it shows the others. */
export function StoryCard({ story, status, onMove }: StoryCardProps) {
  const [open, setOpen] = useState(false);
  const listId = useId();
  const { lead, others } = story;
  const text = moreText(story);
  return (
    <>
      <NotificationItem
        key={lead._id}
        notification={lead}
        status={status}
        count={1 + others.length}
        onMove={(to) => onMove(to, idsOf(story))}
        more={
          others.length > 0 ? { text, open, listId, onToggle: () => setOpen(!open) } : undefined
        }
      />
      {open && others.length > 0 && (
        <ul
          id={listId}
          aria-label={text}
          className="mb-3 ml-5 divide-y divide-line border-l-2 border-line"
        >
          {others.map((notification) => (
            <li key={notification._id}>
              <NotificationItem
                notification={notification}
                status={status}
                count={1}
                onMove={(to) => onMove(to, [notification._id])}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
