/** The rules of a new password, with their texts. The server has more (common passwords). */

const MIN_LENGTH = 8;

export function newPasswordError(password: string): string | undefined {
  if (!password.trim()) return 'Password is required';
  if (password.length < MIN_LENGTH) return 'Password must be at least 8 characters';
  if (!/[a-z]/.test(password) || !/[A-Z]/.test(password) || !/\d/.test(password)) {
    return 'Password must contain at least one uppercase letter, one lowercase letter, and one number';
  }
  return undefined;
}

export function confirmPasswordError(password: string, confirmed: string): string | undefined {
  if (!confirmed) return 'Please confirm your password';
  return confirmed === password ? undefined : 'Passwords must match';
}

/** The hint below a field for a new password. */
export const NEW_PASSWORD_HINT =
  'At least 8 characters, with upper and lower case letters and a number.';
