import { site } from './site';

/** Says who can create an account where not everyone can. */
export const newAccountsText = () =>
  site.registrationByInvite
    ? 'New accounts are by invitation only.'
    : 'This server does not accept new accounts.';
