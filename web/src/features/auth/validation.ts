import { confirmPasswordError, newPasswordError } from '@/entities/password/password-rules';

/** The rules of the forms and their error texts. */

/** The server removes what is pasted along with an address, and gives the reason of a refusal. */
const EMAIL = /[^\s@＠]\s*[@＠]\s*[^\s@＠]/;

function emailError(email: string): string | undefined {
  if (!email.trim()) return 'Email is required';
  if (!EMAIL.test(email.trim())) return 'Please enter a valid email';
  return undefined;
}

export function loginErrors({ email, password }: { email: string; password: string }) {
  return {
    email: emailError(email),
    password: password.trim() ? undefined : 'Password is required',
  };
}

export type Registration = Record<
  'firstName' | 'lastName' | 'email' | 'password' | 'confirmPassword',
  string
>;

/** The values of an empty registration form. */
export const newAccount: Registration = {
  firstName: '',
  lastName: '',
  email: '',
  password: '',
  confirmPassword: '',
};

export function registrationErrors(values: Registration) {
  const { firstName, lastName, email, password, confirmPassword } = values;
  return {
    firstName: firstName.trim() ? undefined : 'First name is required',
    lastName: lastName.trim() ? undefined : 'Last name is required',
    email: emailError(email),
    password: newPasswordError(password),
    confirmPassword: confirmPasswordError(password, confirmPassword),
  };
}

export const forgotErrors = ({ email }: { email: string }) => ({ email: emailError(email) });

export const newPasswordErrors = (values: { password: string; confirmPassword: string }) => ({
  password: newPasswordError(values.password),
  confirmPassword: confirmPasswordError(values.password, values.confirmPassword),
});
