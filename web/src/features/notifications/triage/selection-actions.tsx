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

import type { Notification, NotificationId } from '@/api/types';
import { IconButton } from '@/components/ui/icon-button';

import type { Target } from '../api/move-calls';
import type { Tab } from '../list/use-inbox-view';
import { MuteSelection } from './mute-selection';
import type { SelectionKey } from './triage-keys';
import type { ListActions } from './use-inbox-actions';

/** Returns whether everything about a notification is known. */
const isKnown = (one: NotificationId): one is Notification => 'redditPost' in one;

type SelectionActionsProps = {
  /** The state of all of the selection; undefined if it has several. */
  tab?: Tab;
  actions: ListActions;
};

/** The actions for the selection, each with one undo. */
export function SelectionActions({ tab, actions }: SelectionActionsProps) {
  const { selection } = actions;
  const { notifications } = selection;
  const [muting, setMuting] = useState(false);
  const known = notifications.filter(isKnown);
  const canMute = known.length === notifications.length && known.some(({ gone }) => !gone);
  const to = (target: Target) => () => {
    selection.clear();
    actions.move(notifications, target);
  };
  return (
    <>
      {(tab === 'unread' || tab === undefined) && (
        <Action shortcut="m" name="Mark as read" icon={MailOpen} onAct={to('read')} />
      )}
      {tab !== 'unread' && (
        <Action
          shortcut={tab && 'm'}
          name={tab === 'aside' ? 'Relevant' : 'Mark as unread'}
          icon={MailCheck}
          onAct={to('unread')}
        />
      )}
      {tab !== 'archived' && (
        <Action shortcut="e" name="Archive" icon={Archive} onAct={to('archived')} />
      )}
      {tab !== 'archived' && (
        <Action shortcut="!" name="Not relevant" icon={ThumbsDown} onAct={to('not-relevant')} />
      )}
      {canMute && <Action shortcut="s" name="Mute" icon={BellOff} onAct={() => setMuting(true)} />}
      <Action shortcut="#" name="Delete" icon={Trash2} onAct={to('deleted')} />
      {muting && <MuteSelection notifications={known} onClose={() => setMuting(false)} />}
    </>
  );
}

type ActionProps = { shortcut?: SelectionKey; name: string; icon: LucideIcon; onAct: () => void };

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
