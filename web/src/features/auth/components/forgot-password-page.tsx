import { type SubmitEvent, useState } from 'react';
import { Link } from 'react-router';

import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { paths } from '@/config/paths';
import { site } from '@/config/site';
import { useForm } from '@/lib/form';
import { ApiError, formErrorText, RateLimitedError } from '@/lib/http/api-error';

import { useForgotPassword } from '../api/forgot-password';
import { forgotErrors } from '../validation';
import { AuthLayout } from './auth-layout';
import { ResetLinkSent } from './reset-link-sent';

export default function ForgotPasswordPage() {
  const [failure, setFailure] = useState<string | null>(null);
  const forgot = useForgotPassword();
  const form = useForm({
    initial: { email: '' },
    validate: forgotErrors,
    onEdit: () => setFailure(null),
  });

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setFailure(null);
    if (!form.check(event.currentTarget)) return;
    forgot.mutate(form.values.email.trim(), {
      onError: (error) => {
        if (error instanceof RateLimitedError) return;
        if (error instanceof ApiError) form.setRefused(error.fields);
        setFailure(formErrorText(error, 'The link could not be sent. Please try again.'));
      },
    });
  };

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
      <form noValidate onSubmit={submit} className="grid gap-5">
        {failure && (
          <Alert tone="error" error={forgot.error}>
            {failure}
          </Alert>
        )}
        <Field label="Email" error={form.error('email')}>
          {(control) => (
            <Input {...control} {...form.input('email')} type="email" autoComplete="email" />
          )}
        </Field>
        <Button type="submit" busy={forgot.isPending} className="w-full">
          {forgot.isPending ? 'Sending link...' : 'Send reset link'}
        </Button>
      </form>
    </AuthLayout>
  );
}
