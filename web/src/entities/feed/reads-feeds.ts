import { useSession } from '@/lib/http/session';

/** Returns whether the server reads feeds. Known with the user, before any screen is shown. */
export const useReadsFeeds = (): boolean => useSession((state) => state.user?.readsFeeds ?? false);
