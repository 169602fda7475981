import { useSession } from '@/lib/http/session';

/** Erases what this device keeps of a user, on every end of a session. */
export function eraseOnSignOut(): () => void {
  return useSession.subscribe(({ user }, before) => {
    if (!before.user || before.user._id === user?._id) return;
    void import('@/lib/offline/device-store')
      .then(({ eraseDevice }) => eraseDevice())
      // A browser that stores nothing has nothing to erase.
      .catch(() => undefined);
  });
}
