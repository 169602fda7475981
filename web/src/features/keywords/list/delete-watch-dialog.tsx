import type { Watch } from '@/api/types';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';

type DeleteWatchDialogProps = { watch: Watch; onConfirm: () => void; onClose: () => void };

export function DeleteWatchDialog({ watch, onConfirm, onClose }: DeleteWatchDialogProps) {
  return (
    <ConfirmDialog
      open
      question="Are you sure you want to delete this keyword watch?"
      text={`Harken stops listening for “${watch.keyword}”.`}
      confirm="Delete"
      openerGoes
      onCancel={onClose}
      onConfirm={() => {
        onConfirm();
        onClose();
      }}
    />
  );
}
