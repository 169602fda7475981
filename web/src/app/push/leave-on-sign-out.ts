import { useSession } from '@/lib/http/session';

/** Ends the alerts in this browser with a sign-out, in whichever tab and for whatever reason. */
export function leaveOnSignOut(): () => void {
  return useSession.subscribe(({ ended, token }, before) => {
    if (ended !== 'signed-out' || token || !before.token) return;
    const spent = before.token;
    // Asked of the storage, so that nobody loads what few need.
    if (localStorage.getItem('pushDevice') === null) return;
    void import('@/features/push/leave-device').then(({ leaveDevice }) => leaveDevice(spent));
  });
}
