import type { ApiKey } from '@/api/types';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { showFailure } from '@/lib/failure-toast';
import { showToast } from '@/lib/toasts';

import { useRevokeKey } from '../api/keys';

type RevokeKeyDialogProps = { apiKey: ApiKey; onClose: () => void };

/** Asks before revoking a key. Mounted while open. */
export function RevokeKeyDialog({ apiKey: { _id, name }, onClose }: RevokeKeyDialogProps) {
  const revoke = useRevokeKey();
  return (
    <ConfirmDialog
      open
      question={`Revoke “${name}”?`}
      text="Programs that use this key lose access at once. A revoked key cannot be restored."
      confirm="Revoke"
      busy={revoke.isPending}
      openerGoes
      onCancel={onClose}
      onConfirm={() =>
        revoke.mutate(_id, {
          onSuccess: () => showToast({ type: 'success', title: `“${name}” has been revoked` }),
          onError: (error) => showFailure(`“${name}” could not be revoked`, error),
          onSettled: onClose,
        })
      }
    />
  );
}
