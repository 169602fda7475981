import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { isProtectedPath, paths } from '@/config/paths';
import { useSession } from '@/lib/http/session';

/**
 * Redirects from a public path to the landing page when a session expires; protected paths have
 * their own redirect in the route table. Once the address has changed, `ended` is reset.
 */
export function useSessionEnd(): void {
  const ended = useSession((state) => state.ended);
  const { pathname } = useLocation();
  const navigate = useNavigate();

  const leave = useEffectEvent(() => {
    if (!isProtectedPath(pathname)) void navigate(paths.landing, { replace: true });
  });
  useEffect(() => {
    if (ended === 'expired') leave();
  }, [ended]);
  useEffect(() => {
    useSession.setState({ ended: null });
  }, [pathname]);
}
