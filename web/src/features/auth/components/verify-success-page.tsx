import { useEffect, useEffectEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { paths } from '@/config/paths';

import type { LoginState } from '../login-state';
import { AuthLayout } from './auth-layout';

const REDIRECT_MS = 3_000;

export default function VerifySuccessPage() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const email = params.get('email');
  const verified = email && params.get('message') === 'Email verified successfully';
  const toLogin = () =>
    void navigate(paths.login, verified ? { state: { email } satisfies LoginState } : undefined);

  const onTime = useEffectEvent(toLogin);
  useEffect(() => {
    if (!verified) return;
    const timer = setTimeout(() => onTime(), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [verified]);

  if (!verified) {
    return (
      <AuthLayout documentTitle="Verification failed" title="Verification Failed">
        <div className="grid gap-4">
          <Alert tone="error">Invalid verification link or verification failed</Alert>
          <Button onClick={toLogin}>Go to Login</Button>
        </div>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title="Email Verified!"
      tagline="Your account is ready. Taking you to the login page…"
    >
      <Button onClick={toLogin} className="w-full">
        Go to Login Now
      </Button>
    </AuthLayout>
  );
}
