import type { InstanceSettings, RegistrationMode, SettingsChange } from '@/api/types';

/** The edited settings as typed. An empty limit means no limit. */
export type Edits = {
  registration?: RegistrationMode;
  hasStatusPage?: boolean;
  accounts?: string;
  watches?: string;
  patterns?: string;
};

/** Explains why a setting cannot be changed on the page. */
export const CONFIGURED_TEXT = 'Set in the server’s configuration.';

const MAX_LIMIT = 2_147_483_647;

/** Parses a typed limit for the server: 0 means no limit. */
const limitOf = (typed: string) => Number(typed.replaceAll(/[\s,]/g, ''));

export function limitError(typed: string | undefined): string | undefined {
  if (typed === undefined) return undefined;
  const limit = limitOf(typed);
  const fits = Number.isInteger(limit) && limit >= 0 && limit <= MAX_LIMIT;
  return fits ? undefined : 'Enter a whole number, or nothing';
}

/** Returns the edits that differ from the settings. */
export function changeOf(settings: InstanceSettings, edits: Edits): SettingsChange {
  const { registration, hasStatusPage } = edits;
  const limit = (typed: string | undefined, { limit }: InstanceSettings['accounts']) =>
    typed === undefined || limitError(typed) || limitOf(typed) === (limit ?? 0)
      ? undefined
      : limitOf(typed);
  const accounts = limit(edits.accounts, settings.accounts);
  const watches = limit(edits.watches, settings.watches);
  const patterns = limit(edits.patterns, settings.patterns);
  return {
    ...(registration && registration !== settings.registration.mode && { registration }),
    ...(hasStatusPage !== undefined &&
      hasStatusPage !== settings.statusPage.isOn && { hasStatusPage }),
    ...(accounts !== undefined && { maxAccounts: accounts }),
    ...(watches !== undefined && { maxWatches: watches }),
    ...(patterns !== undefined && { maxPatterns: patterns }),
  };
}
