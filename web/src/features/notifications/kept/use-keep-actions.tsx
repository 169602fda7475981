import { AlarmClock, AlarmClockOff, Link, NotebookPen, Quote, Share2, Star } from 'lucide-react';
import { useState } from 'react';

import { snoozeChoices } from '@/entities/snooze/snooze-times';
import { copy } from '@/lib/copy';
import { useSession } from '@/lib/http/session';

import { useKeep, useKept } from '../api/kept-matches';
import type { Actable, Action } from '../triage/actions-of';
import { NoteDialog } from './note-dialog';
import { asMarkdown, canShare, share } from './pass-on';

/** Returns the actions that keep a match or pass it on, and the dialog of the one that has one. */
export function useKeepActions({ notification, status, onMove }: Actable) {
  const kept = useKept(notification._id);
  const { mutate } = useKeep();
  const [isNoting, setNoting] = useState(false);
  const timeZone = useSession(({ user }) => user?.timeZone ?? 'UTC');
  const { isStarred, note, returnsAt } = kept;

  const snooze = (until: Date) => {
    const next = { ...kept, returnsAt: until.toISOString() };
    // A match whose snooze was refused stays where it is.
    mutate(next, { onSuccess: () => status !== 'archived' && onMove('archived') });
  };
  const { url } = notification.redditPost;
  const actions: Action[] = [
    {
      ...{ shortcut: 'f', name: isStarred ? 'Remove star' : 'Star', icon: Star },
      onAct: () => mutate({ ...kept, isStarred: !isStarred }),
    },
    {
      ...{ name: note ? 'Edit note…' : 'Add note…', icon: NotebookPen },
      onAct: () => setNoting(true),
    },
  ];
  if (returnsAt) {
    const onAct = () => mutate({ ...kept, returnsAt: null });
    actions.push({ name: 'End snooze', icon: AlarmClockOff, onAct });
  } else {
    for (const { label, until } of snoozeChoices(timeZone)) {
      const name = `Snooze ${label.charAt(0).toLowerCase()}${label.slice(1)}`;
      actions.push({ name, icon: AlarmClock, onAct: () => snooze(until) });
    }
  }
  actions.push(
    { name: 'Copy link', icon: Link, onAct: () => void copy(url, 'The link') },
    {
      ...{ name: 'Copy as Markdown', icon: Quote },
      onAct: () => void copy(asMarkdown(notification), 'The match'),
    },
  );
  if (canShare()) {
    actions.push({ name: 'Share…', icon: Share2, onAct: () => void share(notification) });
  }
  const dialog = isNoting && <NoteDialog kept={kept} onClose={() => setNoting(false)} />;
  // A removed match has nothing to keep.
  return { actions: notification.gone ? [] : actions, dialog };
}
