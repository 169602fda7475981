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
  const profile = useQuery({ ...profileQuery, enabled: token !== null });
  const { data, isPending, isFetched, refetch } = profile;

  useEffect(() => {
    if (data && useSession.getState().token) useSession.setState({ user: data });
  }, [data]);

  if (!token) return { status: 'signed-out' };
  // Once the stored user is shown, another request must not hide the screen.
  if (isPending && !(stored && isFetched)) return { status: 'loading' };
  const user = data ?? stored;
  return user
    ? { status: 'signed-in', user }
    : { status: 'unreachable', retry: () => void refetch() };
}
