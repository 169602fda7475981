import { site } from './site';

/** Who can make an account, where not everyone can. */
export const newAccountsText = site.registrationByInvite
  ? 'New accounts are made by invitation only.'
  : 'No new accounts can be made here.';
