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
import { useState } from 'react';

import type { Notification, NotificationStatus } from '@/api/types';
import { Button } from '@/components/ui/button';
import { Tooltip } from '@/components/ui/tooltip';
import { numberText } from '@/lib/number';

import type { Target } from '../api/move-calls';
import { MuteFromNotification } from './mute-from-notification';
import type { ItemKey } from './triage-keys';

type ItemActionsProps = {
  notification: Notification;
  status: NotificationStatus;
  /** The number of notifications that are moved. */
  count: number;
  onMove: (to: Target) => void;
};

/** The actions of a notification. The single-key shortcuts press these buttons. */
export function ItemActions(props: ItemActionsProps) {
  const { notification, status, count, onMove } = props;
  const [muting, setMuting] = useState(false);
  const { gone } = notification;
  const all = count > 1 ? ` all ${numberText(count)}` : '';
  const to = (place: Target) => () => onMove(place);
  return (
    <div className="-mr-2 -ml-3 mt-2 flex flex-wrap items-center justify-end @lg:col-start-2 @lg:row-start-1 @lg:-mt-0.5 @lg:ml-0 @lg:gap-1">
      {!gone && (
        <ViewPost
          url={notification.redditPost.url}
          onOpened={() => {
            if (status === 'unread') onMove('read');
          }}
        />
      )}
      {status === 'unread' ? (
        <Action shortcut="m" text={`Mark${all} as read`} icon={MailOpen} onAct={to('read')} />
      ) : (
        <Action shortcut="m" text={`Mark${all} as unread`} icon={MailCheck} onAct={to('unread')} />
      )}
      {status !== 'archived' && (
        <Action shortcut="e" text={`Archive${all}`} icon={Archive} onAct={to('archived')} />
      )}
      {status !== 'archived' && !gone && (
        <Action shortcut="!" text="Not relevant" icon={ThumbsDown} onAct={to('not-relevant')} />
      )}
      {!gone && <Action shortcut="s" text="Mute…" icon={BellOff} onAct={() => setMuting(true)} />}
      <Action
        shortcut="#"
        text={`Delete${all}`}
        name={`Delete${all || ' notification'}`}
        icon={Trash2}
        danger
        onAct={to('deleted')}
      />
      {muting && (
        <MuteFromNotification notification={notification} onClose={() => setMuting(false)} />
      )}
    </div>
  );
}

function ViewPost({ url, onOpened }: { url: string; onOpened: () => void }) {
  const view = () => {
    window.open(url, '_blank', 'noopener,noreferrer');
    onOpened();
  };
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-keyshortcuts={'o' satisfies ItemKey}
      onClick={view}
      className="text-brand-text! @max-lg:mr-auto"
    >
      View Post
      <ExternalLink aria-hidden />
    </Button>
  );
}

type ActionProps = {
  shortcut: ItemKey;
  text: string;
  /** The accessible name, if it is longer than the text. */
  name?: string;
  icon: LucideIcon;
  danger?: boolean;
  onAct: () => void;
};

function Action({ shortcut, text, name = text, icon: Icon, danger = false, onAct }: ActionProps) {
  return (
    <Tooltip text={`${text} (${shortcut})`}>
      <Button
        variant="ghost"
        size="icon"
        aria-label={name}
        aria-keyshortcuts={shortcut}
        onClick={onAct}
        className={`size-9! ${danger ? 'hover:bg-bad-soft! hover:text-bad!' : ''}`}
      >
        <Icon aria-hidden />
      </Button>
    </Tooltip>
  );
}
