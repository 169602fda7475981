import type { FailedChoice, FailedDeliveries } from '@/api/types';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { showFailure } from '@/lib/failure-toast';
import { showToast } from '@/lib/toasts';

import { useReplayFailed } from '../api/failed-deliveries';
import { alertsText, failedText, replayText, wayText } from '../delivery-texts';
import { FailedGroup } from './failed-group';

type FailedDialogProps = {
  failed: FailedDeliveries;
  dismissing: boolean;
  onDismiss: () => void;
  onClose: () => void;
};

/** Lists failed deliveries by receiver, to be resent one by one or all at once. */
export function FailedDialog({ failed, dismissing, onDismiss, onClose }: FailedDialogProps) {
  const { total, replayable, groups } = failed;
  const replay = useReplayFailed();
  const send = (choice: FailedChoice) => {
    if (replay.isPending) return;
    replay.mutate(choice, {
      onSuccess: (told) => showToast({ type: 'success', ...replayText(told) }),
      onError: (error) => showFailure('The alerts could not be sent again', error),
    });
  };
  const sending = replay.isPending ? replay.variables : null;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={total > 0 ? failedText(total) : 'No undelivered alerts'}
      description="The matches are still in your notifications."
      footer={
        <>
          {total > 0 && (
            <Button variant="secondary" busy={dismissing} onClick={onDismiss}>
              Dismiss all
            </Button>
          )}
          {groups.length > 1 && replayable > 0 && (
            <Button
              variant="secondary"
              busy={sending !== null && !sending.channel}
              onClick={() => send({})}
            >
              {`Send all ${alertsText(replayable)} again`}
            </Button>
          )}
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <ul aria-label="Undelivered alerts" className="-mx-6 divide-y divide-line">
        {groups.map((group) => {
          const choice = choiceOf(group);
          return (
            <FailedGroup
              key={wayText(group) + (group.endpointId ?? '')}
              group={group}
              sending={
                sending?.channel === choice.channel && sending.endpointId === choice.endpointId
              }
              onSend={() => send(choice)}
              onLeave={onClose}
            />
          );
        })}
      </ul>
    </Dialog>
  );
}

function choiceOf({ channel, endpointId }: FailedDeliveries['groups'][number]) {
  return endpointId ? { channel, endpointId } : { channel };
}
