import { api } from '@/lib/http/api-client';
import { endSession, useSession } from '@/lib/http/session';

/** Signs out at once on this device; informs the server without waiting for it. */
export function logout(): void {
  const { refreshToken } = useSession.getState();
  endSession('signed-out');
  if (!refreshToken) return;
  api.POST('/api/auth/logout', { body: { refreshToken }, keepalive: true }).catch(() => undefined);
}
