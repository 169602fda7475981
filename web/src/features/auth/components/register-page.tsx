import { Link } from 'react-router';

import { paths } from '@/config/paths';

import { AuthLayout } from './auth-layout';
import { RegisterForm } from './register-form';

export default function RegisterPage() {
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
