import { useNavigate } from 'react-router';

import { Button } from '@/components/ui/button';
import { FormFailure } from '@/components/ui/form-failure';
import { paths } from '@/config/paths';
import { useForm } from '@/lib/form';
import { useSession } from '@/lib/http/session';

import { useRegister } from '../api/register';
import { newAccount, registrationErrors } from '../validation';
import { AccountFields } from './account-fields';

type RegisterFormProps = {
  /** The token of an invitation, if any. */
  invitation: string | undefined;
};

export function RegisterForm({ invitation }: RegisterFormProps) {
  const register = useRegister();
  const navigate = useNavigate();
  const form = useForm({ initial: newAccount, validate: registrationErrors });

  const send = () => {
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
        onError: (error) => form.fail(error, 'Registration failed. Please try again.'),
      },
    );
  };

  return (
    <form noValidate onSubmit={form.onSubmit(send)} className="grid gap-5">
      <FormFailure {...form.failure} />
      <AccountFields form={form} />
      <Button type="submit" busy={register.isPending} className="w-full">
        {register.isPending ? 'Creating account...' : 'Create account'}
      </Button>
    </form>
  );
}
