import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { PasswordInput } from '@/components/ui/password-input';
import { useForm } from '@/lib/form';
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
  const remove = useDeleteAccount();
  const form = useForm({
    initial: { password: '' },
    validate: ({ password }) => ({ password: password ? undefined : 'Password is required' }),
  });

  const send = () =>
    remove.mutate(form.values.password, {
      onSuccess: () => {
        endSession('signed-out');
        showToast({ type: 'success', title: 'Your account has been deleted' });
      },
      onError: (error) => form.fail(error, 'The account could not be deleted. Please try again.'),
    });

  return (
    <FormDialog
      title="Delete your account?"
      description="This cannot be undone. You will lose:"
      size="sm"
      failure={form.failure}
      submit={remove.isPending ? 'Deleting...' : 'Delete my account'}
      variant="danger"
      busy={remove.isPending}
      onSubmit={form.onSubmit(send)}
      onClose={onClose}
    >
      <ul className="grid list-disc gap-1 pl-5 text-ink-soft">
        {lost.map((what) => (
          <li key={what}>{what}</li>
        ))}
      </ul>
      <Field label="Your password" hint="To confirm that it is you." error={form.error('password')}>
        <PasswordInput {...form.input('password')} autoComplete="current-password" />
      </Field>
    </FormDialog>
  );
}
