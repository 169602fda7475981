import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';

import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Spinner } from '@/components/ui/spinner';
import { paths } from '@/config/paths';
import { ApiError, errorText, RateLimitedError } from '@/lib/http/api-error';
import { reloadPage } from '@/lib/page';

import { verifyEmailQuery } from '../api/verify-email';
import type { LoginState } from '../login-state';
import { AuthLayout } from './auth-layout';
import { VerifyWaiting } from './verify-waiting';

export default function VerifyEmailPage() {
  const [params] = useSearchParams();
  const token = params.get('token');
  return token ? <Verifying token={token} /> : <VerifyWaiting address={params.get('email')} />;
}

function Verifying({ token }: { token: string }) {
  const { data, status, error } = useQuery(verifyEmailQuery(token));
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
  if (status === 'success') {
    return (
      <AuthLayout
        documentTitle="Email verified"
        title="Email Verified!"
        tagline="Your account is ready. Sign in to add your first keyword."
        footer={
          <p>
            Did someone else sign up with your address?{' '}
            <Link to={paths.forgotPassword}>Choose your own password</Link>
          </p>
        }
      >
        <Button asChild className="w-full">
          <Link to={paths.login} state={{ email: data.email } satisfies LoginState}>
            Continue to Login
          </Link>
        </Button>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout documentTitle="Verification failed" title="Verification Failed">
      <div className="grid gap-4">
        <Alert tone="error" error={error}>
          {failureText(error)}
        </Alert>
        <Button onClick={reloadPage}>Try Again</Button>
        <Button asChild variant="secondary">
          <Link to={paths.login}>Back to Login</Link>
        </Button>
      </div>
    </AuthLayout>
  );
}

function failureText(error: Error): string {
  const answered = error instanceof ApiError || error instanceof RateLimitedError;
  if (!answered) return 'Network error. Please try again.';
  return errorText(error, 'Verification failed');
}
