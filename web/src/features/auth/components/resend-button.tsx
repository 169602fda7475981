import { Button } from '@/components/ui/button';
import { RateLimitedError } from '@/lib/http/api-error';
import { useSession } from '@/lib/http/session';

import { useResendVerification } from '../api/resend-verification';

type ResendButtonProps = {
  onMessage: (message: { tone: 'success' | 'error'; text: string }) => void;
};

/** Resends the verification email to the address that was just refused. */
export function ResendButton({ onMessage }: ResendButtonProps) {
  const email = useSession((state) => state.pendingVerificationEmail);
  const resend = useResendVerification();
  const send = () => {
    if (!email) return;
    resend.mutate(email, {
      onSuccess: () =>
        onMessage({
          tone: 'success',
          text: 'Verification email sent! Please check your inbox.',
        }),
      onError: (error) => {
        if (error instanceof RateLimitedError) return;
        onMessage({
          tone: 'error',
          text: 'Failed to resend verification email. Please try again.',
        });
      },
    });
  };
  return (
    <Button variant="secondary" busy={resend.isPending} disabled={!email} onClick={send}>
      Resend verification email
    </Button>
  );
}
