import type { User } from '@/api/types';
import { useSession } from '@/lib/http/session';

/** To be `User` alone, once the server's own types have the field. */
export type UserWithSites = User & {
  /** Places that this server reads beside Reddit: `news.ycombinator.com`. */
  sites?: readonly string[];
};

const none: readonly string[] = [];

/** The sites beside Reddit that a keyword may listen to. Known with the user, before any screen. */
export function useOfferedSites(): readonly string[] {
  const user: UserWithSites | null = useSession((state) => state.user);
  return user?.sites ?? none;
}
