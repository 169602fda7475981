import { useSession } from '@/lib/http/session';

const none: readonly string[] = [];

/** Returns whether the server reads Reddit. Known with the user, before any screen is shown. */
export const useReadsReddit = (): boolean => useSession((state) => state.user?.readsReddit ?? true);

/** Returns the sites besides Reddit that a keyword can watch. Known before any screen is shown. */
export function useOfferedSites(): readonly string[] {
  return useSession((state) => state.user)?.sites ?? none;
}
