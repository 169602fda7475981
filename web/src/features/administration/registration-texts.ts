import type { RegistrationMode } from '@/api/types';

/** Who can create an account. */
export const registrationTexts: Record<RegistrationMode, string> = {
  open: 'anyone',
  invite: 'by invitation',
  closed: 'nobody',
};
