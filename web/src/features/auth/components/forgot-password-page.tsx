import { Link } from 'react-router';

import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { FormFailure } from '@/components/ui/form-failure';
import { Input } from '@/components/ui/input';
import { paths } from '@/config/paths';
import { site } from '@/config/site';
import { useForm } from '@/lib/form';

import { useForgotPassword } from '../api/forgot-password';
import { forgotErrors } from '../validation';
import { AuthLayout } from './auth-layout';
import { ResetLinkSent } from './reset-link-sent';

export default function ForgotPasswordPage() {
  const forgot = useForgotPassword();
  const form = useForm({ initial: { email: '' }, validate: forgotErrors });

  const send = () =>
    forgot.mutate(form.values.email.trim(), {
      onError: (error) => form.fail(error, 'The link could not be sent. Please try again.'),
    });

  if (forgot.isSuccess) {
    return (
      <ResetLinkSent
        email={forgot.variables}
        message={forgot.data.message}
        onOtherAddress={forgot.reset}
      />
    );
  }
  const footer = (
    <p>
      Remembered it? <Link to={paths.login}>Sign in</Link>
    </p>
  );
  if (!site.sendsMail) {
    return (
      <AuthLayout
        title="Reset your password"
        tagline="This server does not send email. Ask whoever runs it for a new password."
        footer={footer}
      />
    );
  }
  return (
    <AuthLayout
      title="Reset your password"
      tagline="Enter the email address of your account. We will send you a link to choose a new password."
      footer={footer}
    >
      <form noValidate onSubmit={form.onSubmit(send)} className="grid gap-5">
        <FormFailure {...form.failure} />
        <Field label="Email" error={form.error('email')}>
          <Input {...form.input('email')} type="email" autoComplete="email" />
        </Field>
        <Button type="submit" busy={forgot.isPending} className="w-full">
          {forgot.isPending ? 'Sending link...' : 'Send reset link'}
        </Button>
      </form>
    </AuthLayout>
  );
}
