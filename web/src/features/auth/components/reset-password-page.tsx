import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';

import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { paths } from '@/config/paths';

import { AuthLayout } from './auth-layout';
import { ResetPasswordForm } from './reset-password-form';

const INVALID_LINK = 'This link is no longer valid. Please request a new one.';

type Outcome = { status: 'done' | 'invalid'; text: string };

/** The page of the emailed link: `/reset-password?token=…`. */
export default function ResetPasswordPage() {
  const [params] = useSearchParams();
  const token = params.get('token');
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  if (outcome?.status === 'done') {
    return (
      <AuthLayout documentTitle="Password changed" title="Password changed">
        <div className="grid gap-4">
          <Alert tone="success">{outcome.text}</Alert>
          <Button asChild>
            <Link to={paths.login}>Go to Login</Link>
          </Button>
        </div>
      </AuthLayout>
    );
  }
  if (!token || outcome) {
    return (
      <AuthLayout documentTitle="Link not valid" title="This link does not work">
        <div className="grid gap-4">
          <Alert tone="error">{outcome?.text ?? INVALID_LINK}</Alert>
          <Button asChild>
            <Link to={paths.forgotPassword}>Request a new link</Link>
          </Button>
          <Button asChild variant="secondary">
            <Link to={paths.login}>Back to Login</Link>
          </Button>
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
      <ResetPasswordForm
        token={token}
        onDone={(text) => setOutcome({ status: 'done', text })}
        onInvalid={(text) => setOutcome({ status: 'invalid', text: text || INVALID_LINK })}
      />
    </AuthLayout>
  );
}
