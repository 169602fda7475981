import {
  Archive,
  BellOff,
  type LucideIcon,
  MailCheck,
  MailOpen,
  ThumbsDown,
  Trash2,
} from 'lucide-react';
import { useState } from 'react';

import { IconButton } from '@/components/ui/icon-button';

import type { Target } from '../api/move-calls';
import type { Tab } from '../list/use-inbox-view';
import { MuteSelection } from './mute-selection';
import type { SelectionKey } from './triage-keys';
import type { ListActions } from './use-inbox-actions';

/** The actions for the selection, each with one undo. */
export function SelectionActions({ tab, actions }: { tab: Tab; actions: ListActions }) {
  const { selection } = actions;
  const { notifications } = selection;
  const [muting, setMuting] = useState(false);
  const to = (target: Target) => () => {
    selection.clear();
    actions.move(notifications, target);
  };
  return (
    <>
      {tab === 'unread' ? (
        <Action shortcut="m" name="Mark as read" icon={MailOpen} onAct={to('read')} />
      ) : (
        <Action shortcut="m" name="Mark as unread" icon={MailCheck} onAct={to('unread')} />
      )}
      {tab !== 'archived' && (
        <Action shortcut="e" name="Archive" icon={Archive} onAct={to('archived')} />
      )}
      {tab !== 'archived' && (
        <Action shortcut="!" name="Not relevant" icon={ThumbsDown} onAct={to('not-relevant')} />
      )}
      {notifications.some(({ gone }) => !gone) && (
        <Action shortcut="s" name="Mute" icon={BellOff} onAct={() => setMuting(true)} />
      )}
      <Action shortcut="#" name="Delete" icon={Trash2} onAct={to('deleted')} />
      {muting && <MuteSelection notifications={notifications} onClose={() => setMuting(false)} />}
    </>
  );
}

type ActionProps = { shortcut: SelectionKey; name: string; icon: LucideIcon; onAct: () => void };

const Action = ({ shortcut, name, icon, onAct }: ActionProps) => (
  <IconButton
    shortcut={shortcut}
    name={`${name}: selected`}
    words={name}
    icon={icon}
    onClick={onAct}
    className="size-9! touch:max-h-9 touch:px-2! touch:text-sm! [&>svg]:touch:hidden"
  />
);
