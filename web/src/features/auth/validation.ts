/** The forms' rules and texts. */

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const PASSWORD_MIN = 8;

export function emailError(email: string): string | undefined {
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

function newPasswordError(password: string): string | undefined {
  if (!password.trim()) return 'Password is required';
  if (password.length < PASSWORD_MIN) return 'Password must be at least 8 characters';
  if (!/[a-z]/.test(password) || !/[A-Z]/.test(password) || !/\d/.test(password)) {
    return 'Password must contain at least one uppercase letter, one lowercase letter, and one number';
  }
  return undefined;
}

export type Registration = Record<
  'firstName' | 'lastName' | 'email' | 'password' | 'confirmPassword',
  string
>;

export function registrationErrors(values: Registration) {
  const { firstName, lastName, email, password, confirmPassword } = values;
  return {
    firstName: firstName.trim() ? undefined : 'First name is required',
    lastName: lastName.trim() ? undefined : 'Last name is required',
    email: emailError(email),
    password: newPasswordError(password),
    confirmPassword: confirmError(password, confirmPassword),
  };
}

function confirmError(password: string, confirmPassword: string): string | undefined {
  if (!confirmPassword) return 'Please confirm your password';
  return confirmPassword === password ? undefined : 'Passwords must match';
}
