import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { AdminUser } from '@/api/types';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Dialog } from '@/components/ui/dialog';
import { showFailure } from '@/lib/failure-toast';
import { useSession } from '@/lib/http/session';
import { showToast } from '@/lib/toasts';

import { type Change, useChangeUser } from '../api/change-user';
import { userQuery } from '../api/get-user';
import { UserBadges } from './user-badges';
import { UserFacts } from './user-facts';

const done: Record<Change, string> = {
  suspend: 'The account is suspended',
  unsuspend: 'The account is no longer suspended',
  delete: 'The account has been deleted',
};
const failed: Record<Change, string> = {
  suspend: 'The account could not be suspended',
  unsuspend: 'The account could not be unsuspended',
  delete: 'The account could not be deleted',
};

/** One account: its usage and the actions on it. Mounted while open. */
export function UserDialog({ user: listed, onClose }: { user: AdminUser; onClose: () => void }) {
  const { data, error, isError } = useQuery(userQuery(listed._id));
  const own = useSession((state) => state.user?._id === listed._id);
  const [deleting, setDeleting] = useState(false);
  const change = useChangeUser();
  const user = data?.user ?? listed;
  const isSuspended = user.suspendedAt !== null;

  const apply = (what: Change) =>
    change.mutate(
      { id: user._id, change: what },
      {
        onSuccess: () => {
          showToast({ type: 'success', title: done[what], text: user.email });
          onClose();
        },
        onError: (error) => showFailure(failed[what], error),
      },
    );
  const isBusy = (what: Change) => change.isPending && change.variables.change === what;

  return (
    <>
      <Dialog
        open={!deleting}
        onOpenChange={(open) => !open && !deleting && onClose()}
        title="Account"
        description={<span className="break-words">{user.email}</span>}
        footer={
          !own && (
            <>
              <Button variant="ghost" onClick={() => setDeleting(true)}>
                Delete account
              </Button>
              <Button
                variant={isSuspended ? 'primary' : 'secondary'}
                busy={isBusy('suspend') || isBusy('unsuspend')}
                onClick={() => apply(isSuspended ? 'unsuspend' : 'suspend')}
              >
                {isSuspended ? 'Unsuspend' : 'Suspend'}
              </Button>
            </>
          )
        }
      >
        <div className="grid grid-cols-1 gap-5">
          <p className="flex flex-wrap gap-2 empty:hidden">
            <UserBadges user={user} />
          </p>
          {isError && (
            <Alert tone="error" error={error}>
              We could not load what this account uses.
            </Alert>
          )}
          <UserFacts user={user} usage={data?.usage} />
          <Alert tone="info">
            {own
              ? 'This is your own account. You can change or delete it in your settings.'
              : isSuspended
                ? 'Nobody can sign in to this account, its keywords are not searched for, and its messages wait. Everything in it is kept.'
                : 'Suspending signs the account out, stops its keywords and lets its messages wait. Nothing in it is lost.'}
          </Alert>
        </div>
      </Dialog>
      <ConfirmDialog
        open={deleting}
        onCancel={() => setDeleting(false)}
        onConfirm={() => apply('delete')}
        question="Delete this account?"
        text={`${user.email} loses all keywords, notifications and settings. This cannot be undone.`}
        confirm="Delete account"
        busy={isBusy('delete')}
        openerGoes
      />
    </>
  );
}
