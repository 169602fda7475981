import { useState } from 'react';

import type { Notification } from '@/api/types';
import { MuteDialog } from '@/entities/mute/mute-dialog';

import { firstKind, type MuteChoice, whatToMute } from './mute-choice';
import { MuteChoiceFields } from './mute-choice-fields';

type MuteFromNotificationProps = { notification: Notification; onClose: () => void };

/** Mutes the author, place or thread of a notification, or a word. Mounted while it is open. */
export function MuteFromNotification({ notification, onClose }: MuteFromNotificationProps) {
  const { watchId, matchedKeyword: keyword } = notification;
  const [choice, setChoice] = useState<MuteChoice>({ kind: firstKind(notification), word: '' });
  const what = whatToMute(choice, notification);
  return (
    <MuteDialog
      title="Mute"
      description="What should Harken stop alerting you to?"
      what={what && [what]}
      watches={[{ _id: watchId, keyword }]}
      watchId={watchId}
      onClose={onClose}
    >
      {({ tried, refusal }) => (
        <MuteChoiceFields
          notification={notification}
          choice={choice}
          error={refusal ?? (tried && !what ? 'Which word should be muted?' : undefined)}
          onEdit={(changes) => setChoice({ ...choice, ...changes })}
        />
      )}
    </MuteDialog>
  );
}
