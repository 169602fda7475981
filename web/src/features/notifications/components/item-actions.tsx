import { Archive, ExternalLink, type LucideIcon, MailCheck, MailOpen, Trash2 } from 'lucide-react';

import type { NotificationStatus } from '@/api/types';
import { Button } from '@/components/ui/button';
import { Tooltip } from '@/components/ui/tooltip';

import type { Place } from '../api/move-calls';
import type { ItemKey } from '../triage-keys';

type ItemActionsProps = {
  url: string;
  status: NotificationStatus;
  onMove: (to: Place) => void;
};

/** What can be done with a notification. The single keys press these buttons. */
export function ItemActions({ url, status, onMove }: ItemActionsProps) {
  const view = () => {
    window.open(url, '_blank', 'noopener,noreferrer');
    if (status === 'unread') onMove('read');
  };
  return (
    <div className="-mr-2 -ml-3 mt-2 flex items-center gap-1 sm:col-start-2 sm:row-start-1 sm:-mt-0.5 sm:ml-0">
      <Button
        look="ghost"
        size="sm"
        aria-keyshortcuts={'o' satisfies ItemKey}
        onClick={view}
        className="text-brand-text! max-sm:mr-auto"
      >
        View Post
        <ExternalLink aria-hidden />
      </Button>
      {status === 'unread' ? (
        <Action shortcut="m" text="Mark as read" icon={MailOpen} onAct={() => onMove('read')} />
      ) : (
        <Action
          shortcut="m"
          text="Mark as unread"
          icon={MailCheck}
          onAct={() => onMove('unread')}
        />
      )}
      {status !== 'archived' && (
        <Action shortcut="e" text="Archive" icon={Archive} onAct={() => onMove('archived')} />
      )}
      <Action shortcut="#" text="Delete" icon={Trash2} danger onAct={() => onMove('deleted')} />
    </div>
  );
}

type ActionProps = {
  shortcut: ItemKey;
  text: string;
  icon: LucideIcon;
  danger?: boolean;
  onAct: () => void;
};

function Action({ shortcut, text, icon: Icon, danger = false, onAct }: ActionProps) {
  return (
    <Tooltip text={`${text} (${shortcut})`}>
      <Button
        look="ghost"
        size="icon"
        aria-label={danger ? 'Delete notification' : text}
        aria-keyshortcuts={shortcut}
        onClick={onAct}
        className={`size-9! ${danger ? 'hover:bg-bad-soft! hover:text-bad!' : ''}`}
      >
        <Icon aria-hidden />
      </Button>
    </Tooltip>
  );
}
