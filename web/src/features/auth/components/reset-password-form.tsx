import { type SubmitEvent, useState } from 'react';

import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { NewPasswordFields } from '@/entities/password/new-password-fields';
import { useForm } from '@/lib/form';
import { ApiError, formErrorText, hasCode, RateLimitedError } from '@/lib/http/api-error';

import { useResetPassword } from '../api/reset-password';
import { resetErrors } from '../validation';

type ResetPasswordFormProps = {
  token: string;
  /** Called with the server's text. */
  onDone: (text: string) => void;
  onInvalid: (text: string) => void;
};

export function ResetPasswordForm({ token, onDone, onInvalid }: ResetPasswordFormProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const reset = useResetPassword();
  const form = useForm({
    initial: { password: '', confirmPassword: '' },
    validate: resetErrors,
    onEdit: () => setFailure(null),
  });

  const onError = (error: Error) => {
    if (error instanceof RateLimitedError) return;
    if (hasCode(error, 'INVALID_TOKEN')) {
      onInvalid(error.message);
      return;
    }
    if (error instanceof ApiError) form.setRefused(error.fields);
    setFailure(formErrorText(error, 'The password could not be changed. Please try again.'));
  };

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setFailure(null);
    if (!form.check(event.currentTarget)) return;
    const { password } = form.values;
    reset.mutate({ token, password }, { onSuccess: ({ message }) => onDone(message), onError });
  };

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      {failure && (
        <Alert tone="error" error={reset.error}>
          {failure}
        </Alert>
      )}
      <NewPasswordFields name="password" label="New password" form={form} />
      <Button type="submit" busy={reset.isPending} className="w-full">
        {reset.isPending ? 'Changing password...' : 'Change password'}
      </Button>
    </form>
  );
}
