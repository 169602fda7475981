import { useSession } from '@/lib/http/session';

const none: readonly string[] = [];

/** Whether the server reads Reddit. Known with the user, before any screen. */
export const useReadsReddit = (): boolean => useSession((state) => state.user?.readsReddit ?? true);

/** The sites beside Reddit that a keyword may listen to. Known with the user, before any screen. */
export function useOfferedSites(): readonly string[] {
  return useSession((state) => state.user)?.sites ?? none;
}
