import type { FailedDeliveries } from '@/api/types';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { showFailure } from '@/lib/failure-toast';

import { useReplayFailed } from '../api/failed-deliveries';
import { failedText } from '../delivery-texts';
import { FailedRow } from './failed-row';

type FailedDialogProps = {
  failed: FailedDeliveries;
  dismissing: boolean;
  onDismiss: () => void;
  onClose: () => void;
};

/** Each of them with its reason, to be sent once more. */
export function FailedDialog({ failed, dismissing, onDismiss, onClose }: FailedDialogProps) {
  const { total, deliveries } = failed;
  const replay = useReplayFailed();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={total > 0 ? failedText(total) : 'Nothing is left undelivered'}
      description={
        total > deliveries.length
          ? `The newest ${deliveries.length}. All of them are still in your notifications.`
          : 'What they told of is still in your notifications.'
      }
      footer={
        <>
          {total > 0 && (
            <Button variant="secondary" busy={dismissing} onClick={onDismiss}>
              Dismiss all
            </Button>
          )}
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <ul aria-label="Undelivered alerts" className="-mx-6 divide-y divide-line">
        {deliveries.map((delivery) => (
          <FailedRow
            key={delivery._id}
            delivery={delivery}
            sending={replay.isPending && replay.variables === delivery._id}
            onSend={() =>
              replay.mutate(delivery._id, {
                onError: (error) => showFailure('It could not be sent again', error),
              })
            }
          />
        ))}
      </ul>
    </Dialog>
  );
}
