import { Link, useSearchParams } from 'react-router';

import { newAccountsText } from '@/config/new-accounts-text';
import { paths } from '@/config/paths';
import { site } from '@/config/site';

import { AuthLayout } from './auth-layout';
import { RegisterForm } from './register-form';

export default function RegisterPage() {
  const [params] = useSearchParams();
  const invitation = params.get('invite') ?? undefined;
  const mayRegister = site.registrationOpen || (site.registrationByInvite && invitation);
  if (!mayRegister) return <RegistrationClosed />;
  return (
    <AuthLayout
      title="Create your account"
      tagline="Start monitoring Reddit for keywords that matter to you"
      footer={
        <p>
          Already have an account? <Link to={paths.login}>Sign in</Link>
        </p>
      }
    >
      <RegisterForm invitation={invitation} />
    </AuthLayout>
  );
}

function RegistrationClosed() {
  return (
    <AuthLayout
      title={site.registrationByInvite ? 'By invitation' : 'No new accounts'}
      tagline={`${newAccountsText()} ${
        site.registrationByInvite
          ? 'Follow the link in your invitation, or ask whoever runs this server for one.'
          : 'Ask whoever runs this server for one.'
      }`}
      footer={
        <p>
          Already have an account? <Link to={paths.login}>Sign in</Link>
        </p>
      }
    />
  );
}
