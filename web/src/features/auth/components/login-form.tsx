import { useState } from 'react';
import { useLocation } from 'react-router';

import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { FormFailure } from '@/components/ui/form-failure';
import { Input } from '@/components/ui/input';
import { PasswordInput } from '@/components/ui/password-input';
import { useForm } from '@/lib/form';
import { hasCode } from '@/lib/http/api-error';
import { useSession } from '@/lib/http/session';

import { useLogin } from '../api/login';
import { emailOfState } from '../login-state';
import { loginErrors } from '../validation';
import { ResendButton } from './resend-button';

const UNVERIFIED =
  'Your email address needs to be verified before you can log in. Please check your inbox for a verification email, or click the button below to resend it.';

type Message = { tone: 'success' | 'error'; text: string };

export function LoginForm() {
  const [message, setMessage] = useState<Message | null>(null);
  const [unverified, setUnverified] = useState(false);
  const login = useLogin();
  // Users who have just registered or verified need not type their address again.
  const pending = useSession((state) => state.pendingVerificationEmail);
  const { state } = useLocation() as { state: unknown };
  const [known] = useState(() => emailOfState(state) ?? pending ?? '');
  const clear = () => {
    setMessage(null);
    setUnverified(false);
  };
  const form = useForm({
    initial: { email: known, password: '' },
    validate: loginErrors,
    onEdit: clear,
  });
  const { password } = form.values;
  const email = form.values.email.trim();

  const onError = (error: Error) => {
    if (hasCode(error, 'EMAIL_NOT_VERIFIED')) {
      useSession.setState({ pendingVerificationEmail: email });
      setUnverified(true);
      setMessage({ tone: 'error', text: UNVERIFIED });
    } else {
      form.fail(error, 'Login failed. Please try again.');
    }
  };

  const send = () => {
    clear();
    login.mutate({ email, password }, { onError });
  };

  return (
    <form noValidate onSubmit={form.onSubmit(send)} className="grid gap-5">
      {message && (
        <Alert tone={message.tone} error={login.error}>
          {message.text}
        </Alert>
      )}
      <FormFailure {...form.failure} />
      {unverified && <ResendButton onMessage={setMessage} />}
      <Field label="Email" error={form.error('email')}>
        <Input {...form.input('email')} type="email" autoComplete="email" />
      </Field>
      <Field label="Password" error={form.error('password')}>
        <PasswordInput
          {...form.input('password')}
          autoComplete="current-password"
          autoFocus={known !== ''}
        />
      </Field>
      <Button type="submit" busy={login.isPending} className="w-full">
        {login.isPending ? 'Signing in...' : 'Sign in'}
      </Button>
    </form>
  );
}
