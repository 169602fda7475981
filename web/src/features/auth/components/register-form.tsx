import { type SubmitEvent, useState } from 'react';
import { useNavigate } from 'react-router';

import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { paths } from '@/config/paths';
import { useForm } from '@/lib/form';
import { ApiError, RateLimitedError } from '@/lib/http/api-error';
import { useSession } from '@/lib/http/session';

import { useRegister } from '../api/register';
import { signInErrorText } from '../session-start';
import { newAccount, registrationErrors } from '../validation';
import { AccountFields } from './account-fields';

type RegisterFormProps = {
  /** The token of an invitation, if any. */
  invitation: string | undefined;
};

export function RegisterForm({ invitation }: RegisterFormProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const register = useRegister();
  const navigate = useNavigate();
  const form = useForm({
    initial: newAccount,
    validate: registrationErrors,
    onEdit: () => setFailure(null),
  });

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setFailure(null);
    if (!form.check(event.currentTarget)) return;
    const { password, ...names } = form.values;
    const email = names.email.trim();
    register.mutate(
      {
        firstName: names.firstName.trim(),
        lastName: names.lastName.trim(),
        email,
        password,
        ...(invitation && { invitation }),
      },
      {
        onSuccess: (session) => {
          // The routes redirect a user who is signed in at once.
          if (session) return;
          useSession.setState({ pendingVerificationEmail: email });
          void navigate(paths.verifyEmail);
        },
        onError: (error) => {
          if (error instanceof RateLimitedError) return;
          if (error instanceof ApiError) form.setRefused(error.fields);
          setFailure(signInErrorText(error, 'Registration failed. Please try again.'));
        },
      },
    );
  };

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      {failure && (
        <Alert tone="error" error={register.error}>
          {failure}
        </Alert>
      )}
      <AccountFields form={form} />
      <Button type="submit" busy={register.isPending} className="w-full">
        {register.isPending ? 'Creating account...' : 'Create account'}
      </Button>
    </form>
  );
}
