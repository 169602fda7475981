import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';

import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { Spinner } from '@/components/ui/spinner';
import { paths } from '@/config/paths';
import { ApiError, errorText, RateLimitedError } from '@/lib/http/api-error';
import { reloadPage } from '@/lib/page';

import { emailVerificationQuery, useVerifyEmail } from '../api/verify-email';
import type { LoginState } from '../login-state';
import { AuthLayout } from './auth-layout';
import { ChoosePasswordForm } from './choose-password-form';
import { VerifyWaiting } from './verify-waiting';

const FAILED = 'Verification failed';
const UNREACHABLE = 'Network error. Please try again.';

export default function VerifyEmailPage() {
  const [params] = useSearchParams();
  const token = params.get('token');
  return token ? <Verifying token={token} /> : <VerifyWaiting address={params.get('email')} />;
}

function Verifying({ token }: { token: string }) {
  const { data, status, error } = useQuery(emailVerificationQuery(token));
  const verify = useVerifyEmail(token);
  const [refusal, setRefusal] = useState<string | null>(null);
  if (status === 'pending') {
    return (
      <AuthLayout title="One moment">
        <p role="status" className="flex items-center gap-3 text-ink-soft">
          <Spinner className="size-5" />
          Verifying your email...
        </p>
      </AuthLayout>
    );
  }
  if (status === 'error') return <Failed error={error} text={failureText(error)} />;
  if (refusal !== null) return <Failed error={verify.error} text={refusal} />;
  if (data.isVerified) return <Verified email={data.email} />;
  return (
    <AuthLayout
      documentTitle="Verify your email"
      title="Choose your password"
      tagline="You will sign in with it, whatever was entered when the account was created. So nobody else can use your address."
    >
      <ChoosePasswordForm
        label="Password"
        button="Verify Email"
        busyButton="Verifying your email..."
        failed={UNREACHABLE}
        mutation={verify}
        onInvalid={(text) => setRefusal(text || FAILED)}
      />
    </AuthLayout>
  );
}

function Verified({ email }: { email: string }) {
  return (
    <AuthLayout
      documentTitle="Email verified"
      title="Email Verified!"
      tagline="Your account is ready. Sign in to add your first keyword."
    >
      <ButtonLink className="w-full" to={paths.login} state={{ email } satisfies LoginState}>
        Continue to Login
      </ButtonLink>
    </AuthLayout>
  );
}

function Failed({ error, text }: { error: Error | null; text: string }) {
  return (
    <AuthLayout documentTitle="Verification failed" title="Verification Failed">
      <div className="grid gap-4">
        <Alert tone="error" error={error}>
          {text}
        </Alert>
        <Button onClick={reloadPage}>Try Again</Button>
        <ButtonLink variant="secondary" to={paths.login}>
          Back to Login
        </ButtonLink>
      </div>
    </AuthLayout>
  );
}

function failureText(error: Error): string {
  const answered = error instanceof ApiError || error instanceof RateLimitedError;
  return answered ? errorText(error, FAILED) : UNREACHABLE;
}
