import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { FormFailure } from '@/components/ui/form-failure';
import { PasswordInput } from '@/components/ui/password-input';
import { NewPasswordFields } from '@/entities/password/new-password-fields';
import { confirmPasswordError, newPasswordError } from '@/entities/password/password-rules';
import { useForm } from '@/lib/form';
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
  const change = useChangePassword();
  const form = useForm({
    initial,
    validate: ({ currentPassword, newPassword, confirmPassword }) => ({
      currentPassword: currentPassword ? undefined : 'Password is required',
      newPassword: newPasswordError(newPassword),
      confirmPassword: confirmPasswordError(newPassword, confirmPassword),
    }),
  });

  const send = () => {
    const { currentPassword, newPassword } = form.values;
    change.mutate(
      { currentPassword, newPassword },
      {
        onSuccess: () => {
          const text = 'Every other device has been signed out.';
          showToast({ type: 'success', title: 'Password changed', text });
          onChanged();
        },
        onError: (error) =>
          form.fail(error, 'The password could not be changed. Please try again.'),
      },
    );
  };

  return (
    <form noValidate onSubmit={form.onSubmit(send)} className="grid gap-5 sm:max-w-md">
      <FormFailure {...form.failure} />
      <Field label="Current password" error={form.error('currentPassword')}>
        <PasswordInput
          {...form.input('currentPassword')}
          what="current password"
          autoComplete="current-password"
        />
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
