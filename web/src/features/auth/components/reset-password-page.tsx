import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';

import { Alert } from '@/components/ui/alert';
import { ButtonLink } from '@/components/ui/button-link';
import { paths } from '@/config/paths';

import { useResetPassword } from '../api/reset-password';
import { AuthLayout } from './auth-layout';
import { ChoosePasswordForm } from './choose-password-form';

const INVALID_LINK = 'This link is no longer valid. Please request a new one.';

type Outcome = { status: 'done' | 'invalid'; text: string };

/** The page of the emailed link: `/reset-password?token=…`. */
export default function ResetPasswordPage() {
  const [params] = useSearchParams();
  const token = params.get('token');
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const reset = useResetPassword(token ?? '');

  if (outcome?.status === 'done') {
    return (
      <AuthLayout documentTitle="Password changed" title="Password changed">
        <div className="grid gap-4">
          <Alert tone="success">{outcome.text}</Alert>
          <ButtonLink to={paths.login}>Go to Login</ButtonLink>
        </div>
      </AuthLayout>
    );
  }
  if (!token || outcome) {
    return (
      <AuthLayout documentTitle="Link not valid" title="This link does not work">
        <div className="grid gap-4">
          <Alert tone="error">{outcome?.text ?? INVALID_LINK}</Alert>
          <ButtonLink to={paths.forgotPassword}>Request a new link</ButtonLink>
          <ButtonLink variant="secondary" to={paths.login}>
            Back to Login
          </ButtonLink>
        </div>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title="Choose a new password"
      tagline="Changing it signs you out on every device."
      footer={
        <p>
          Remembered the old one? <Link to={paths.login}>Sign in</Link>
        </p>
      }
    >
      <ChoosePasswordForm
        label="New password"
        button="Change password"
        busyButton="Changing password..."
        failed="The password could not be changed. Please try again."
        mutation={reset}
        onDone={({ message }) => setOutcome({ status: 'done', text: message })}
        onInvalid={(text) => setOutcome({ status: 'invalid', text: text || INVALID_LINK })}
      />
    </AuthLayout>
  );
}
