import { useUntil } from '@/entities/snooze/use-until';
import { useSession } from '@/lib/http/session';

/** Returns until when all alerts are snoozed (RFC 3339), or null. */
export function useSnoozedUntil(): string | null {
  return useUntil(useSession((state) => state.user?.notificationPreferences.snoozedUntil ?? null));
}
