import { type SubmitEvent, useId, useState } from 'react';

import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { PasswordInput } from '@/components/ui/password-input';
import { useForm } from '@/lib/form';
import { ApiError, errorText, RateLimitedError } from '@/lib/http/api-error';
import { endSession } from '@/lib/http/session';
import { showToast } from '@/lib/toasts';

import { useDeleteAccount } from '../api/delete-account';

const lost = [
  'Every keyword, with its filters and tags',
  'All of their notifications',
  'Your name, address, settings and sign-ins',
];

/** Asks for the password before deleting the account. Mounted while open. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const [failure, setFailure] = useState<string | null>(null);
  const remove = useDeleteAccount();
  const form = useForm({
    initial: { password: '' },
    validate: ({ password }) => ({ password: password ? undefined : 'Password is required' }),
    onEdit: () => setFailure(null),
  });

  const onError = (error: Error) => {
    if (error instanceof RateLimitedError) return;
    const fields = error instanceof ApiError ? error.fields : {};
    form.setRefused(fields);
    if (!fields.password) {
      setFailure(errorText(error, 'The account could not be deleted. Please try again.'));
    }
  };

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setFailure(null);
    if (!form.check(event.currentTarget)) return;
    remove.mutate(form.values.password, {
      onSuccess: () => {
        endSession('signed-out');
        showToast({ type: 'success', title: 'Your account has been deleted' });
      },
      onError,
    });
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Delete your account?"
      description="This cannot be undone. You will lose:"
      size="sm"
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="danger" busy={remove.isPending}>
            {remove.isPending ? 'Deleting...' : 'Delete my account'}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-5">
        {failure && (
          <Alert tone="error" error={remove.error}>
            {failure}
          </Alert>
        )}
        <ul className="grid list-disc gap-1 pl-5 text-ink-soft">
          {lost.map((what) => (
            <li key={what}>{what}</li>
          ))}
        </ul>
        <Field
          label="Your password"
          hint="To confirm that it is you."
          error={form.error('password')}
        >
          {(control) => (
            <PasswordInput
              {...control}
              {...form.input('password')}
              autoComplete="current-password"
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
