import type { AuditAct, AuditLogEntry } from '@/api/types';
import { counted } from '@/lib/number';

import { registrationTexts } from './registration-texts';

const acts: Record<AuditAct, string> = {
  account_added: 'Account created',
  administrator_promoted: 'Made an administrator',
  administrator_demoted: 'No longer an administrator',
  account_invited: 'Invitation created',
  account_suspended: 'Account suspended',
  account_unsuspended: 'Account unsuspended',
  account_deleted: 'Account deleted',
  password_set: 'Password set',
  payment_refunded: 'Payment refunded',
  messages_replayed: 'Failed messages sent again',
  settings_changed: 'Server settings changed',
  announcement_published: 'Announcement published',
  announcement_withdrawn: 'Announcement withdrawn',
};

/** Returns what was done. */
export const actText = ({ act }: AuditLogEntry): string => acts[act];

/** Returns the details of an action, a few words each. */
export function detailTexts({ details }: AuditLogEntry): string[] {
  const { plan, isAdministrator, days, forOneAddress, messages } = details;
  const { registration, hasStatusPage, maxAccounts, maxWatches, maxPatterns } = details;
  return [
    ...(isAdministrator ? ['administrator'] : []),
    ...(plan === 'pro' ? ['Pro plan'] : []),
    ...(forOneAddress === undefined ? [] : [forOneAddress ? 'for one address' : 'for anyone']),
    ...(days === undefined ? [] : [`for ${counted(days, 'day')}`]),
    ...(messages === undefined ? [] : [counted(messages, 'message')]),
    ...(registration === undefined ? [] : [`registration: ${registrationTexts[registration]}`]),
    ...(hasStatusPage === undefined ? [] : [`status page ${hasStatusPage ? 'on' : 'off'}`]),
    ...limitText(maxAccounts, 'account'),
    ...limitText(maxWatches, 'keyword'),
    ...limitText(maxPatterns, 'regular expression'),
  ];
}

function limitText(limit: number | undefined, what: string): string[] {
  if (limit === undefined) return [];
  return [limit === 0 ? `no limit of ${what}s` : `at most ${counted(limit, what)}`];
}

/** Returns who performed the action. */
export const actorText = ({ actor }: AuditLogEntry): string =>
  actor === null ? 'the command line' : (actor.email ?? 'a deleted account');
