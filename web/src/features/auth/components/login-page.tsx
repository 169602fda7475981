import { Link } from 'react-router';

import { newAccountsText } from '@/config/new-accounts-text';
import { paths } from '@/config/paths';
import { site } from '@/config/site';

import { AuthLayout } from './auth-layout';
import { LoginForm } from './login-form';

export default function LoginPage() {
  return (
    <AuthLayout
      title="Harken"
      tagline="Monitor Reddit for keywords that matter to you"
      footer={
        <>
          {site.registrationOpen ? (
            <p>
              Don&apos;t have an account? <Link to={paths.register}>Sign up</Link>
            </p>
          ) : (
            <p>{newAccountsText()}</p>
          )}
          {site.sendsMail && (
            <p>
              Need to verify your email? <Link to={paths.verifyEmail}>Verify Email</Link>
            </p>
          )}
          <p>
            Forgot your password?{' '}
            {site.sendsMail ? (
              <Link to={paths.forgotPassword}>Reset Password</Link>
            ) : (
              'This server does not send email. Ask whoever runs it for a new one.'
            )}
          </p>
        </>
      }
    >
      <LoginForm />
    </AuthLayout>
  );
}
