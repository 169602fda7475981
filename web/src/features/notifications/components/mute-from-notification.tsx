import { useState } from 'react';

import type { Notification } from '@/api/types';
import { MuteDialog } from '@/components/mute/mute-dialog';

import { firstKind, type MuteWish, whatToMute } from '../mute-wish';
import { MuteKinds } from './mute-kinds';

type MuteFromNotificationProps = { notification: Notification; onClose: () => void };

/** Mutes what a notification is an example of. It is mounted while it is open. */
export function MuteFromNotification({ notification, onClose }: MuteFromNotificationProps) {
  const { watchId, matchedKeyword: keyword } = notification;
  const [wish, setWish] = useState<MuteWish>({ kind: firstKind(notification), word: '' });
  const what = whatToMute(wish, notification);
  return (
    <MuteDialog
      title="Mute"
      description="What should Harken not tell you of?"
      what={what}
      watches={[{ _id: watchId, keyword }]}
      watchId={watchId}
      onClose={onClose}
    >
      {({ tried, refusal }) => (
        <MuteKinds
          notification={notification}
          wish={wish}
          error={refusal ?? (tried && !what ? 'Which word should be muted?' : undefined)}
          onEdit={(changes) => setWish({ ...wish, ...changes })}
        />
      )}
    </MuteDialog>
  );
}
