import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { showToast } from '@/lib/toasts';

import { useDeleteChannel } from '../api/delete-channel';
import type { Channel } from '../api/list-channels';
import { showChannelFailure } from '../channel-failure';

type DeleteChannelDialogProps = { channel: Channel; onClose: () => void; onDeleted?: () => void };

export function DeleteChannelDialog({ channel, onClose, onDeleted }: DeleteChannelDialogProps) {
  const { _id, name } = channel;
  const remove = useDeleteChannel();
  return (
    <ConfirmDialog
      open
      question={`Delete ${name}?`}
      text="It gets no more alerts, and its delivery log is deleted."
      confirm="Delete"
      busy={remove.isPending}
      openerGoes
      onCancel={onClose}
      onConfirm={() =>
        remove.mutate(_id, {
          onSuccess: () => {
            showToast({ type: 'success', title: `${name} has been deleted` });
            onDeleted?.();
          },
          onError: showChannelFailure(`${name} could not be deleted`),
          onSettled: onClose,
        })
      }
    />
  );
}
