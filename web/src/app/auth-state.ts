import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

import type { User } from '@/api/types';
import { profileQuery } from '@/features/auth/api/get-profile';
import { useSession } from '@/lib/http/session';

type AuthState =
  | { status: 'signed-out' }
  | { status: 'loading' }
  | { status: 'signed-in'; user: User }
  | { status: 'unreachable'; retry: () => void };

/**
 * Returns whether someone is signed in. A stored token counts once it has fetched the profile;
 * while the server cannot be reached, the stored user stays signed in.
 */
export function useAuthState(): AuthState {
  const token = useSession((state) => state.token);
  const stored = useSession((state) => state.user);
  const { data, isPending, refetch } = useQuery({ ...profileQuery, enabled: token !== null });

  useEffect(() => {
    if (data && useSession.getState().token) useSession.setState({ user: data });
  }, [data]);

  if (!token) return { status: 'signed-out' };
  if (isPending) return { status: 'loading' };
  const user = data ?? stored;
  return user
    ? { status: 'signed-in', user }
    : { status: 'unreachable', retry: () => void refetch() };
}
