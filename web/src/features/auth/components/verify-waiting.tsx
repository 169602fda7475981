import { useState } from 'react';

import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { paths } from '@/config/paths';
import { errorText, RateLimitedError } from '@/lib/http/api-error';
import { useSession } from '@/lib/http/session';

import { useResendVerification } from '../api/resend-verification';
import { AuthLayout } from './auth-layout';

/** Shown until the user opens the emailed link. `address` is the one in the page's URL. */
export function VerifyWaiting({ address }: { address: string | null }) {
  const pending = useSession((state) => state.pendingVerificationEmail);
  const email = address ?? pending;
  const resend = useResendVerification();
  const [message, setMessage] = useState<string | null>(null);

  const send = () => {
    if (!email) return;
    setMessage(null);
    resend.mutate(email, {
      onSuccess: () => setMessage('Verification email sent successfully!'),
      onError: (error) => {
        if (error instanceof RateLimitedError) return;
        setMessage(errorText(error, 'Failed to resend verification email'));
      },
    });
  };

  return (
    <AuthLayout
      title="Check your inbox"
      tagline={
        <>
          We sent a verification email{' '}
          {email ? (
            <>
              to <strong className="font-semibold break-all text-ink">{email}</strong>
            </>
          ) : (
            'to the address you signed up with'
          )}
          . Open it and follow the link to finish.
        </>
      }
      footer={<p>Didn&apos;t receive the email? Check your spam folder or contact support.</p>}
    >
      <div className="grid gap-4">
        {message && (
          <Alert tone={message.includes('successfully') ? 'success' : 'error'}>{message}</Alert>
        )}
        <Button busy={resend.isPending} disabled={!email} onClick={send}>
          {resend.isPending ? 'Sending...' : 'Resend Verification Email'}
        </Button>
        <ButtonLink variant="secondary" to={paths.login}>
          Back to Login
        </ButtonLink>
      </div>
    </AuthLayout>
  );
}
