import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { useReadAll } from '@/features/notifications/api/read-all';
import { useUnreadCount } from '@/features/notifications/api/unread-count';
import { counted, numberText } from '@/lib/number';

/** Asks before all notifications are marked as read, which cannot be undone. */
export default function ReadAllDialog({ onClose }: { onClose: () => void }) {
  const count = useUnreadCount() ?? 0;
  const { readAll, isPending, progress } = useReadAll();
  const text = progress
    ? `${numberText(progress.done)} of ${counted(progress.all, 'notification')} are marked as read.`
    : `${counted(count, 'unread notification')} will be marked as read. This cannot be undone in one step.`;
  return (
    <ConfirmDialog
      open
      onCancel={onClose}
      onConfirm={() => readAll(undefined, { onSettled: onClose })}
      question="Mark all notifications as read?"
      text={text}
      confirm="Mark all as read"
      busy={isPending}
    />
  );
}
