import type { Notification, ReplyReasons } from '@/api/types';
import { Badge } from '@/components/ui/badge';
import { exactAge } from '@/lib/exact-age';

import { replyReasons } from './reply-reasons';

/** Shows why a post is, or is not, worth a reply; nothing in other lists. */
export function ReplyReasonList({ notification }: { notification: Notification }) {
  if (!hasReasons(notification)) return null;
  return (
    <ul aria-label="Why to reply, or not" className="mt-2 flex flex-wrap gap-1.5">
      {replyReasons(notification.reply).map(({ text, isGood, time }) => (
        <li key={text} title={time && exactAge(time)}>
          <Badge tone={isGood ? 'good' : 'neutral'}>{text}</Badge>
        </li>
      ))}
    </ul>
  );
}

const hasReasons = (
  notification: Notification,
): notification is Notification & { reply: ReplyReasons } => 'reply' in notification;
