import type { Watch } from '@/api/types';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { errorText, RateLimitedError } from '@/lib/api-error';
import { showToast } from '@/lib/toasts';

import { useDeleteWatch } from '../api/delete-watch';

export function DeleteWatchDialog({ watch, onClose }: { watch: Watch; onClose: () => void }) {
  const remove = useDeleteWatch();
  const onError = (error: Error) => {
    onClose();
    if (error instanceof RateLimitedError) return;
    const text = errorText(error, 'Please try again.');
    showToast({ type: 'error', title: 'The keyword could not be deleted', text });
  };
  return (
    <ConfirmDialog
      open
      question="Are you sure you want to delete this keyword watch?"
      text={`Harken stops listening for “${watch.keyword}”.`}
      confirm="Delete"
      busy={remove.isPending}
      onCancel={onClose}
      onConfirm={() => remove.mutate(watch._id, { onSuccess: onClose, onError })}
    />
  );
}
