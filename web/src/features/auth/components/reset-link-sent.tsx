import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { paths } from '@/config/paths';

import type { LoginState } from '../login-state';
import { AuthLayout } from './auth-layout';

type ResetLinkSentProps = {
  email: string;
  /** The server's text, which does not reveal whether the address has an account. */
  message: string;
  onOtherAddress: () => void;
};

/** Explains what to do after requesting a link. */
export function ResetLinkSent({ email, message, onOtherAddress }: ResetLinkSentProps) {
  return (
    <AuthLayout
      documentTitle="Check your inbox"
      title="Check your inbox"
      tagline={
        <>
          You requested a link for{' '}
          <strong className="font-semibold break-all text-ink">{email}</strong>. It works once, for
          30 minutes.
        </>
      }
      footer={<p>Not there? Check your spam folder and the spelling of the address.</p>}
    >
      <div className="grid gap-4">
        <Alert tone="success">{message}</Alert>
        <ButtonLink to={paths.login} state={{ email } satisfies LoginState}>
          Back to Login
        </ButtonLink>
        <Button variant="secondary" onClick={onOtherAddress}>
          Try again or use another address
        </Button>
      </div>
    </AuthLayout>
  );
}
