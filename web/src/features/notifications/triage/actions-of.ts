import {
  Archive,
  BellOff,
  ExternalLink,
  type LucideIcon,
  MailCheck,
  MailOpen,
  ThumbsDown,
  Trash2,
} from 'lucide-react';

import type { Notification, NotificationStatus } from '@/api/types';
import { numberText } from '@/lib/number';

import type { Target } from '../api/move-calls';
import type { ItemKey } from './triage-keys';

export type Action = {
  shortcut?: ItemKey;
  name: string;
  icon: LucideIcon;
  danger?: boolean;
  onAct: () => void;
};

export type Actable = {
  notification: Notification;
  status: NotificationStatus;
  /** The number of notifications that are moved. */
  count: number;
  onMove: (to: Target) => void;
};

/** Returns the action that opens the post, which reads the notification; null if it is gone. */
export function viewOf({ notification, status, onMove }: Actable): Action | null {
  const { gone, redditPost } = notification;
  const onAct = () => {
    window.open(redditPost.url, '_blank', 'noopener,noreferrer');
    if (status === 'unread' || status === 'aside') onMove('read');
  };
  return gone ? null : { shortcut: 'o', name: 'View Post', icon: ExternalLink, onAct };
}

/** Returns the other actions. `onMute` asks what to mute. */
export function actionsOf({ notification, status, count, onMove }: Actable, onMute: () => void) {
  const { gone } = notification;
  const all = count > 1 ? ` all ${numberText(count)}` : '';
  const to = (place: Target) => () => onMove(place);
  const isArchived = status === 'archived';
  const possible: (Action | false)[] = [
    status === 'unread'
      ? { shortcut: 'm', name: `Mark${all} as read`, icon: MailOpen, onAct: to('read') }
      : {
          shortcut: 'm',
          name: status === 'aside' ? `Relevant${all}` : `Mark${all} as unread`,
          icon: MailCheck,
          onAct: to('unread'),
        },
    !isArchived && {
      ...{ shortcut: 'e', name: `Archive${all}`, icon: Archive, onAct: to('archived') },
    },
    !isArchived &&
      !gone && {
        ...{ shortcut: '!', name: 'Not relevant', icon: ThumbsDown, onAct: to('not-relevant') },
      },
    !gone && { shortcut: 's', name: 'Mute…', icon: BellOff, onAct: onMute },
    {
      ...{ shortcut: '#', name: `Delete${all || ' notification'}`, icon: Trash2, danger: true },
      onAct: to('deleted'),
    },
  ];
  return possible.filter((action) => action !== false);
}
