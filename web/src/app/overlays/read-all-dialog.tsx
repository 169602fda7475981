import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { useReadAll } from '@/features/notifications/api/read-all';
import { useUnreadCount } from '@/features/notifications/api/unread-count';
import { showFailure } from '@/lib/failure-toast';
import { counted } from '@/lib/number';
import { showToast } from '@/lib/toasts';

/** Asks before all notifications are marked as read, which cannot be undone. */
export default function ReadAllDialog({ onClose }: { onClose: () => void }) {
  const count = useUnreadCount() ?? 0;
  const readAll = useReadAll();
  const confirm = () =>
    readAll.mutate(undefined, {
      onSuccess: () =>
        showToast({ type: 'success', title: 'All notifications are marked as read' }),
      onError: (error) => showFailure('The notifications could not be marked as read', error),
      onSettled: onClose,
    });
  return (
    <ConfirmDialog
      open
      onCancel={onClose}
      onConfirm={confirm}
      question="Mark all notifications as read?"
      text={`${counted(count, 'unread notification')} will be marked as read. This cannot be undone in one step.`}
      confirm="Mark all as read"
      busy={readAll.isPending}
    />
  );
}
