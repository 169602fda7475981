import { type SubmitEvent, useState } from 'react';

import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { PasswordInput } from '@/components/ui/password-input';
import { NewPasswordFields } from '@/entities/password/new-password-fields';
import { confirmPasswordError, newPasswordError } from '@/entities/password/password-rules';
import { useForm } from '@/lib/form';
import { ApiError, formErrorText, RateLimitedError } from '@/lib/http/api-error';
import { showToast } from '@/lib/toasts';

import { useChangePassword } from '../api/change-password';
import { SettingsSection } from './settings-section';

export function PasswordSection() {
  const [changes, setChanges] = useState(0);
  return (
    <SettingsSection id="password" text="A new password signs out every other device.">
      {/* A new key resets the form. */}
      <PasswordForm key={changes} onChanged={() => setChanges(changes + 1)} />
    </SettingsSection>
  );
}

const initial = { currentPassword: '', newPassword: '', confirmPassword: '' };

function PasswordForm({ onChanged }: { onChanged: () => void }) {
  const [failure, setFailure] = useState<string | null>(null);
  const change = useChangePassword();
  const form = useForm({
    initial,
    validate: ({ currentPassword, newPassword, confirmPassword }) => ({
      currentPassword: currentPassword ? undefined : 'Password is required',
      newPassword: newPasswordError(newPassword),
      confirmPassword: confirmPasswordError(newPassword, confirmPassword),
    }),
    onEdit: () => setFailure(null),
  });

  const onError = (error: Error) => {
    if (error instanceof RateLimitedError) return;
    if (error instanceof ApiError) form.setRefused(error.fields);
    setFailure(formErrorText(error, 'The password could not be changed. Please try again.'));
  };

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setFailure(null);
    if (!form.check(event.currentTarget)) return;
    const { currentPassword, newPassword } = form.values;
    change.mutate(
      { currentPassword, newPassword },
      {
        onSuccess: () => {
          const text = 'Every other device has been signed out.';
          showToast({ type: 'success', title: 'Password changed', text });
          onChanged();
        },
        onError,
      },
    );
  };

  return (
    <form noValidate onSubmit={submit} className="grid gap-5 sm:max-w-md">
      {failure && (
        <Alert tone="error" error={change.error}>
          {failure}
        </Alert>
      )}
      <Field label="Current password" error={form.error('currentPassword')}>
        {(control) => (
          <PasswordInput
            {...control}
            {...form.input('currentPassword')}
            what="current password"
            autoComplete="current-password"
          />
        )}
      </Field>
      <NewPasswordFields name="newPassword" label="New password" form={form} />
      <Button
        type="submit"
        variant="secondary"
        busy={change.isPending}
        className="justify-self-start"
      >
        {change.isPending ? 'Changing...' : 'Change password'}
      </Button>
    </form>
  );
}
