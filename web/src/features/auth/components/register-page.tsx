import { Link } from 'react-router';

import { paths } from '@/config/paths';
import { site } from '@/config/site';

import { AuthLayout } from './auth-layout';
import { RegisterForm } from './register-form';

export default function RegisterPage() {
  if (!site.registrationOpen) return <RegistrationClosed />;
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
      <RegisterForm />
    </AuthLayout>
  );
}

function RegistrationClosed() {
  return (
    <AuthLayout
      title="No new accounts"
      tagline="No new accounts can be made here. Ask whoever runs this server for one."
      footer={
        <p>
          Already have an account? <Link to={paths.login}>Sign in</Link>
        </p>
      }
    />
  );
}
