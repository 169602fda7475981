import { useSession } from '@/lib/http/session';

/** Turns off the alerts in this browser on every sign-out, in any tab and for any reason. */
export function leaveOnSignOut(): () => void {
  return useSession.subscribe(({ ended, token }, before) => {
    if (ended !== 'signed-out' || token || !before.token) return;
    const spent = before.token;
    // Checked here so that only browsers with alerts load the module.
    if (localStorage.getItem('pushDevice') === null) return;
    void import('@/features/push/leave-device').then(({ leaveDevice }) => leaveDevice(spent));
  });
}
