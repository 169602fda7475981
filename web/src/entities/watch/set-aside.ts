import { queryOptions } from '@tanstack/react-query';

import type { WatchSetAside } from '@/api/types';
import { api, unwrap } from '@/lib/http/api-client';
import { quietFetch } from '@/lib/http/auth-fetch';
import { useSession } from '@/lib/http/session';
import { counted, numberText, percent } from '@/lib/number';

import { watchKeys } from './watch-keys';

/** Returns whether the user lets matches be set aside that are probably not relevant. */
export const useSetsAside = (): boolean =>
  useSession(({ user }) => user?.notificationPreferences.setsAside === true);

/** Fetches what was set aside of each keyword's matches. Pages work without it. */
export const setAsideQuery = () =>
  queryOptions({
    queryKey: [...watchKeys.all, 'set-aside'],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/keywords/set-aside', { signal, fetch: quietFetch })),
    retry: false,
  });

type Numbers = Pick<WatchSetAside, 'setAside' | 'shown' | 'opened' | 'atMostRelevant'>;

/**
 * Returns a sentence on how much was set aside and how much of it was relevant at most: "41 set aside. Of 14 that were
 * shown anyway you opened none: at most 19% were relevant."
 */
export function setAsideText({ setAside, shown, opened, atMostRelevant }: Numbers): string {
  const all = `${numberText(setAside)} set aside.`;
  if (shown === 0 || atMostRelevant === null) {
    return `${all} One in thirty is shown anyway, to learn how many are relevant.`;
  }
  const which = counted(shown, 'that was shown', 'that were shown');
  const some = opened === 0 ? 'none' : numberText(opened);
  return `${all} Of ${which} anyway you opened ${some}: at most ${percent(atMostRelevant)} were relevant.`;
}
