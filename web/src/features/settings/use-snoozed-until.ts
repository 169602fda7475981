import { useUntil } from '@/entities/snooze/use-until';
import { useSession } from '@/lib/http/session';

/** Until when all alerts wait (RFC 3339); null while they do not. */
export function useSnoozedUntil(): string | null {
  return useUntil(useSession((state) => state.user?.notificationPreferences.snoozedUntil ?? null));
}
