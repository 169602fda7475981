import { useId, useState } from 'react';

import type { Notification } from '@/api/types';
import { MuteDialog } from '@/entities/mute/mute-dialog';

import { kindsOfSeveral } from './mute-choice';

type MuteSelectionProps = { notifications: readonly Notification[]; onClose: () => void };

/** Mutes all authors, or all subreddits, of the selection. Mounted while it is open. */
export function MuteSelection({ notifications, onClose }: MuteSelectionProps) {
  const name = useId();
  const kinds = kindsOfSeveral(notifications);
  const [chosen, setChosen] = useState(kinds[0]?.kind);
  const choice = kinds.find(({ kind }) => kind === chosen);
  const watches = new Map(
    notifications.map(({ watchId: _id, matchedKeyword: keyword }) => [_id, { _id, keyword }]),
  );
  return (
    <MuteDialog
      title="Mute what is selected"
      description="What should Harken stop alerting you to?"
      what={choice ? choice.values.map((value) => ({ kind: choice.kind, value })) : null}
      watches={[...watches.values()]}
      watchId={watches.size === 1 ? (notifications[0]?.watchId ?? null) : null}
      onClose={onClose}
    >
      {() => (
        <fieldset>
          <legend className="sr-only">What</legend>
          {kinds.map(({ kind, label }) => (
            <label key={kind} className="flex items-center gap-3 py-1.5">
              <input
                type="radio"
                name={name}
                checked={kind === chosen}
                onChange={() => setChosen(kind)}
                className="size-4.5 shrink-0 tick"
              />
              <span className="min-w-0 break-words">{label}</span>
            </label>
          ))}
        </fieldset>
      )}
    </MuteDialog>
  );
}
