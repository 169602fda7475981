import type { RegistrationMode } from '@/api/types';

/** Says who can create an account, by mode. */
export const registrationTexts: Record<RegistrationMode, string> = {
  open: 'anyone',
  invite: 'by invitation',
  closed: 'nobody',
};
