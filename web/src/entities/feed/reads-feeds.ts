import { useSession } from '@/lib/http/session';

/** Whether the server reads feeds at all. Known with the user, before any screen. */
export const useReadsFeeds = (): boolean => useSession((state) => state.user?.readsFeeds ?? false);
